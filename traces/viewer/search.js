/* search.js -- the search box: nodes, functions, files, diagnostics, objects, "execution 3", "event 12". */

class Search {
	constructor(input, list, app) {
		this.input = input;
		this.list = list;
		this.app = app;
		this.found = [];
		this.at = 0;
		input.addEventListener("input", () => this.look());
		input.addEventListener("focus", () => this.look());
		input.addEventListener("blur", () => setTimeout(() => document.activeElement !== input && this.close(), 150));
		input.addEventListener("keydown", (event) => this.key(event));
	}

	look() {
		const text = this.input.value.trim();
		this.found = text ? this.results(text).slice(0, 60) : [];
		this.at = 0;
		this.list.replaceChildren(...this.found.map((it, i) => element("li", {role: "option",
			onpointerdown: (event) => {
				event.preventDefault();
				this.take(i);
			}}, it.words, it.hint ? element("small", {}, it.hint) : null)));
		if (text && !this.found.length)
			this.list.append(element("li", {}, "nothing is called so"));
		this.list.hidden = !text;
		this.mark();
	}

	results(text) {
		const {head} = this.app, lower = text.toLowerCase(), list = [];
		const number = /^(?:(execution|event|object)\s*|#)?(\d+)$/i.exec(text);
		if (number)
			this.numbers(number[1] ? number[1].toLowerCase() : "", Number(number[2]), list);
		const ranked = [];
		head.nodes.forEach((it) => {
			const rank = this.rank(it, lower);
			if (rank >= 0)
				ranked.push({rank, words: it.path, hint: [it.function !== it.name ? it.function : "", it.file ? `${it.file}:${it.line}` : ""].filter((t) => t).join(" · "),
					take: () => this.app.goNode(it.number)});
		});
		list.push(...ranked.sort((a, b) => a.rank - b.rank));
		head.marks.forEach((it, i) => {
			if (`${it.kind} ${it.words} ${it.text} ${it.facts.message || ""}`.toLowerCase().includes(lower))
				list.push({words: it.words, hint: `${it.kind}, event ${it.event}`, take: () => this.app.goMark(i)});
		});
		head.objects.forEach((it, i) => {
			if (list.some((other) => other.words === `object ${it.object}`))
				return; /* by its number */
			if (`object ${it.object} ${it.text}`.toLowerCase().includes(lower))
				list.push({words: `object ${it.object}`, hint: `${formatBytes(it.bytes)} ${it.text}`, take: () => this.app.goObject(i)});
		});
		return list;
	}

	/* Lower is better; negative: it is not what is looked for. */
	rank(it, lower) {
		const name = it.name.toLowerCase();
		if (name === lower || it.path.toLowerCase() === lower)
			return 0;
		if (name.startsWith(lower))
			return 1;
		if (name.includes(lower))
			return 2;
		if (it.path.toLowerCase().includes(lower) || it.function.toLowerCase().includes(lower))
			return 3;
		return `${it.file || ""}:${it.line}`.toLowerCase().includes(lower) || it.by.toLowerCase() === lower ? 4 : -1;
	}

	numbers(kind, number, list) {
		const {head} = this.app;
		if (kind !== "event" && kind !== "object" && head.executions)
			list.push({words: `execution ${number}`, take: () => this.app.goExecution(number)});
		if (kind !== "execution" && kind !== "object" && number < head.events)
			list.push({words: `event ${number}`, take: () => this.app.goEvent(number)});
		const object = head.objects.findIndex((it) => it.object === number);
		if ((kind === "object" || kind === "") && object >= 0)
			list.push({words: `object ${number}`, hint: formatBytes(head.objects[object].bytes), take: () => this.app.goObject(object)});
	}

	mark() {
		[...this.list.children].forEach((item, i) => item.setAttribute("aria-selected", i === this.at && this.found.length > 0));
		if (this.list.children[this.at])
			this.list.children[this.at].scrollIntoView({block: "nearest"});
	}

	close() {
		this.list.hidden = true;
	}

	take(i) {
		const it = this.found[i];
		this.close();
		this.input.blur();
		if (it)
			it.take();
	}

	key(event) {
		if (event.key === "ArrowDown" || event.key === "ArrowUp") {
			this.at = clamp(this.at + (event.key === "ArrowDown" ? 1 : -1), 0, this.found.length - 1);
			this.mark();
		} else if (event.key === "Enter") {
			this.take(this.at);
		} else if (event.key === "Escape") {
			this.input.value = "";
			this.close();
			this.input.blur();
		} else {
			return;
		}
		event.preventDefault();
	}
}
