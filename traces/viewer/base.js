/* base.js -- shared by the other files: elements, numbers as text, colours of the theme. */

const $ = (id) => document.getElementById(id);

/* element("td", {class: "n", onclick: f}, "text", otherElement): text is never parsed as HTML. */
function element(tag, attributes, ...children) {
	const made = document.createElement(tag);
	for (const [key, value] of Object.entries(attributes || {})) {
		if (key.startsWith("on"))
			made.addEventListener(key.slice(2), value);
		else if (value !== null && value !== undefined && value !== false)
			made.setAttribute(key, value === true ? "" : value);
	}
	for (const child of children.flat())
		if (child !== null && child !== undefined)
			made.append(child);
	return made;
}

/* --- numbers -------------------------------------------------------------------------------------- */

/* 1234567 -> "1 234 567", with thin spaces. */
function formatCount(value) {
	const text = String(Math.round(value));
	return text.length < 5 ? text : text.replace(/\B(?=(\d{3})+$)/g, "\u2009");
}

function significant(value, digits) {
	if (value === 0)
		return "0";
	const whole = Math.floor(Math.log10(Math.abs(value))) + 1;
	return value.toFixed(Math.max(0, Math.min(9, digits - whole)));
}

const UNITS = {
	wall: [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]],
	operations: [[1e9, "Gop"], [1e6, "Mop"], [1e3, "kop"], [1, "op"]],
	bytes: [[2 ** 30, "GiB"], [2 ** 20, "MiB"], [2 ** 10, "KiB"], [1, "B"]],
};

function withUnit(value, units, digits) {
	const [size, name] = units.find(([least]) => Math.abs(value) >= least) || units[units.length - 1];
	return (size === 1 ? (Number.isInteger(value) || value >= 10 ? formatCount(value) : significant(value, 2)) : significant(value / size, digits || 4)) + " " + name;
}

function formatBytes(value) {
	return withUnit(value, UNITS.bytes, 3);
}

function formatPercent(share) {
	return (share >= 0.0995 ? (share * 100).toFixed(0) : (share * 100).toFixed(1)) + " %";
}

/* Like %.9g and %.17g of C, which hpvm-trace query prints. */
function formatFloat(value, digits) {
	if (Number.isNaN(value))
		return "nan";
	if (!Number.isFinite(value))
		return value < 0 ? "-inf" : "inf";
	if (value === 0)
		return Object.is(value, -0) ? "-0" : "0";
	let [mantissa, exponent] = value.toExponential(digits - 1).split("e");
	const power = Number(exponent);
	if (power < -4 || power >= digits) {
		if (mantissa.includes("."))
			mantissa = mantissa.replace(/\.?0+$/, "");
		return mantissa + "e" + (power < 0 ? "-" : "+") + String(Math.abs(power)).padStart(2, "0");
	}
	const text = value.toFixed(Math.max(0, digits - 1 - power));
	return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/* --- colours -------------------------------------------------------------------------------------- */

const PALETTE = ["#5b8fc9", "#eba13a", "#63ab5a", "#b07cc0", "#4fb3ab", "#d9c03f", "#a9806a", "#e58fa5", "#8f96d8", "#8aa83e"];
const theme = {};

function readTheme() {
	const style = getComputedStyle(document.documentElement);
	for (const name of ["page", "panel", "line", "text", "faint", "accent", "select", "bad", "good", "bad-box", "good-box", "wait", "box",
		"edge", "edge-all", "edge-stream", "heat-low", "heat-high", "frame", "row"])
		theme[name] = style.getPropertyValue("--" + name).trim();
	theme.font = "system-ui, 'Segoe UI', 'Liberation Sans', Arial, sans-serif";
	theme.dark = document.documentElement.dataset.theme === "dark";
}

function mix(low, high, share) {
	const part = (text, at) => parseInt(text.slice(at, at + 2), 16);
	const one = (at) => Math.round(part(low, at) + (part(high, at) - part(low, at)) * share);
	return `rgb(${one(1)},${one(3)},${one(5)})`;
}

/* Return the longest beginning of TEXT that is no wider than WIDTH, with an ellipsis if it is
 * cut. */
function fitText(context, text, width) {
	if (width < 8)
		return "";
	if (context.measureText(text).width <= width)
		return text;
	let low = 0, high = text.length;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (context.measureText(text.slice(0, middle) + "…").width <= width)
			low = middle;
		else
			high = middle - 1;
	}
	return low ? text.slice(0, low) + "…" : "";
}

/* Like fitText, but cut in the middle, because names often begin alike. */
function fitName(context, text, width) {
	if (width < 8)
		return "";
	if (context.measureText(text).width <= width)
		return text;
	const cut = (kept) => text.slice(0, Math.floor(kept * 0.4)) + "…" + text.slice(text.length - Math.ceil(kept * 0.6));
	let low = 0, high = text.length;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (context.measureText(cut(middle)).width <= width)
			low = middle;
		else
			high = middle - 1;
	}
	return low ? cut(low) : "";
}

/* Give a canvas the resolution of the screen. Return its context and its size in CSS pixels. */
function sizedContext(canvas) {
	const ratio = window.devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
	if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
		canvas.width = Math.round(width * ratio);
		canvas.height = Math.round(height * ratio);
	}
	const context = canvas.getContext("2d");
	context.setTransform(ratio, 0, 0, ratio, 0, 0);
	return {context, width, height};
}

const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
