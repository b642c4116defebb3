/* search.js -- the search box: nodes, functions, files, diagnostics, objects, "execution 3", "event
 * 12".
 *
 * Executions and events may have to be unpacked before it is known whether they exist: they appear
 * when they are found. */

const NUMBER = /^(?:(execution|event|object)\s*|#)?(\d+)$/i;

class Search {
	constructor(input, list, app) {
		this.input = input;
		this.list = list;
		this.app = app;
		this.found = [];
		this.at = 0;
		this.complete = Promise.resolve(); /* resolved when the search is complete */
		input.addEventListener("input", () => this.look());
		input.addEventListener("focus", () => this.look());
		input.addEventListener("blur", () => setTimeout(() => document.activeElement !== input && this.close(), 150));
		input.addEventListener("keydown", (event) => this.key(event));
	}

	look() {
		const text = this.input.value.trim(), found = text ? this.results(text) : [], number = NUMBER.exec(text);
		this.show(text, found, !number);
		this.complete = number ? this.numbered((number[1] || "").toLowerCase(), Number(number[2])).then((list) => {
			if (this.input.value.trim() === text)
				this.show(text, [...list, ...found], true);
		}) : Promise.resolve();
	}

	/* ALL: the search is complete. */
	show(text, found, all) {
		this.found = found.slice(0, 60);
		this.at = 0;
		this.list.replaceChildren(...this.found.map((it, i) => element("li", {role: "option",
			onpointerdown: (event) => {
				event.preventDefault();
				this.take(i);
			}}, it.words, it.hint ? element("small", {}, it.hint) : null)));
		if (text && all && !this.found.length)
			this.list.append(element("li", {}, "nothing is called so"));
		this.list.hidden = !text;
		this.mark();
	}

	results(text) {
		const {head} = this.app, lower = text.toLowerCase(), list = [];
		const number = NUMBER.exec(text), ranked = [];
		if (number && (number[1] || "object").toLowerCase() === "object")
			this.object(Number(number[2]), list);
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
				return; /* found by its number */
			if (`object ${it.object} ${it.text}`.toLowerCase().includes(lower))
				list.push({words: `object ${it.object}`, hint: `${formatBytes(it.bytes)} ${it.text}`, take: () => this.app.goObject(i)});
		});
		return list;
	}

	/* Return the rank, lower is better, or a negative number if there is no match. */
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

	object(number, list) {
		const {head} = this.app, object = head.objects.findIndex((it) => it.object === number);
		if (object >= 0)
			list.push({words: `object ${number}`, hint: formatBytes(head.objects[object].bytes), take: () => this.app.goObject(object)});
	}

	/* Return the items with NUMBER that can be visited. KIND is a word, or "". */
	async numbered(kind, number) {
		const {head} = this.app, list = [];
		for (const root of kind === "" || kind === "execution" ? head.roots : []) {
			const slice = await this.app.store.byExecution(number, root);
			if (slice)
				list.push({words: `execution ${number}`, hint: head.roots.length > 1 ? head.nodes[root].path : "",
					take: () => this.app.goExecution(slice)});
		}
		const event = (kind === "" || kind === "event") && number < head.events ? await this.app.findEvent(number) : null;
		if (event)
			list.push({words: `event ${number}`, take: event});
		return list;
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
			this.complete.then(() => this.take(this.at));
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
