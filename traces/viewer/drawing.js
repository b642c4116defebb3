/* drawing.js -- the positions of the graph's boxes and lines for any set of folded nodes.
 *
 * The page has a layout of the unfolded graph. Folding removes space that no box needs: coordinates
 * within a parent are mapped by an increasing function, so boxes that were apart do not overlap,
 * and lines are mapped like boxes. */

const BOX = {height: 50, head: 44, margin: 14, letter: 9, narrowest: 128, widest: 260};

/* Maps coordinates with boxes as large as [begin, end] to those with boxes of SIZE. */
class Squeeze {
	constructor(spans) {
		const marks = [...new Set(spans.flatMap(({begin, end}) => [begin, end]))].sort((a, b) => a - b);
		const index = new Map(marks.map((mark, i) => [mark, i]));
		const scales = new Array(marks.length).fill(-1);
		for (const {begin, end, size} of spans) {
			const scale = end > begin ? Math.min(1, size / (end - begin)) : 1;
			for (let i = index.get(begin); i < index.get(end); i++)
				scales[i] = Math.max(scales[i], scale);
		}
		this.from = marks;
		this.to = marks.length ? [marks[0]] : [];
		for (let i = 1; i < marks.length; i++)
			this.to.push(this.to[i - 1] + (marks[i] - marks[i - 1]) * (scales[i - 1] < 0 ? 1 : scales[i - 1]));
	}

	map(value) {
		const {from, to} = this;
		let low = 0, high = from.length - 1;
		if (high < 0)
			return value;
		if (value <= from[0])
			return to[0] + value - from[0];
		if (value >= from[high])
			return to[high] + value - from[high];
		while (high - low > 1) {
			const middle = (low + high) >> 1;
			if (from[middle] <= value)
				low = middle;
			else
				high = middle;
		}
		return to[low] + (value - from[low]) / (from[high] - from[low]) * (to[high] - to[low]);
	}
}

/* The positions of everything that is not folded away: boxes by node, lines with points. */
class Drawing {
	constructor(head, folded) {
		this.head = head;
		this.folded = folded;
		this.boxes = [];
		this.lines = [];
		const size = this.place(head.roots, []);
		[this.width, this.height] = [size.width, size.height];
		for (const root of head.roots)
			this.settle(root, 0, 0);
	}

	sizeOf(node) {
		const it = this.head.nodes[node];
		const plain = {width: clamp(it.name.length * BOX.letter + 24, BOX.narrowest, BOX.widest), height: BOX.height};
		if (!it.children.length || this.folded.has(node))
			return plain;
		const inside = this.place(it.children, it.lines);
		return {
			width: Math.max(plain.width, inside.width + 2 * BOX.margin),
			height: inside.height + BOX.head + BOX.margin,
		};
	}

	/* Place siblings, from 0 on. Return their total size. */
	place(nodes, lines) {
		const sizes = nodes.map((node) => this.sizeOf(node));
		const full = nodes.map((node) => this.head.nodes[node].box);
		const x = new Squeeze(full.map(([left, , width], i) => ({begin: left, end: left + width, size: sizes[i].width})));
		const y = new Squeeze(full.map(([, top, , height], i) => ({begin: top, end: top + height, size: sizes[i].height})));
		nodes.forEach((node, i) => {
			const [left, top, width, height] = full[i];
			const middle = (x.map(left) + x.map(left + width)) / 2;
			const center = (y.map(top) + y.map(top + height)) / 2;
			this.boxes[node] = {node, x: middle - sizes[i].width / 2, y: center - sizes[i].height / 2, ...sizes[i]};
		});
		const made = lines.map((number) => this.line(number, x, y)).filter((line) => line);
		return this.toOrigin(nodes, made);
	}

	line(number, x, y) {
		const about = this.head.lines[number], points = about.points;
		if (!points.length)
			return null;
		const line = {number, about, points: []};
		for (let i = 0; i < points.length; i += 2)
			line.points.push(x.map(points[i]), y.map(points[i + 1]));
		this.attach(line.points, 0, this.boxes[about.from], this.boxes[about.to]);
		this.attach(line.points, line.points.length - 2, this.boxes[about.to], this.boxes[about.from]);
		this.lines.push(line);
		return line;
	}

	/* Move an end of a line to the border of its box. */
	attach(points, at, box, other) {
		points[at] = clamp(points[at], box.x + 6, box.x + box.width - 6);
		points[at + 1] = other.y + other.height / 2 > box.y + box.height / 2 ? box.y + box.height : box.y;
	}

	toOrigin(nodes, lines) {
		let left = Infinity, top = Infinity, right = 0, bottom = 0;
		const extend = (x, y) => {
			left = Math.min(left, x);
			top = Math.min(top, y);
			right = Math.max(right, x);
			bottom = Math.max(bottom, y);
		};
		for (const node of nodes) {
			const box = this.boxes[node];
			extend(box.x, box.y);
			extend(box.x + box.width, box.y + box.height);
		}
		for (const {points} of lines)
			for (let i = 0; i < points.length; i += 2)
				extend(points[i], points[i + 1]);
		for (const node of nodes) {
			this.boxes[node].x -= left;
			this.boxes[node].y -= top;
		}
		for (const {points} of lines)
			for (let i = 0; i < points.length; i += 2) {
				points[i] -= left;
				points[i + 1] -= top;
			}
		return nodes.length ? {width: right - left, height: bottom - top} : {width: 0, height: 0};
	}

	/* Convert positions within the parent to positions in the drawing. */
	settle(node, x, y) {
		const box = this.boxes[node], it = this.head.nodes[node];
		box.x += x;
		box.y += y;
		box.open = it.children.length > 0 && !this.folded.has(node);
		if (!box.open)
			return;
		let wide = 0;
		for (const child of it.children)
			wide = Math.max(wide, this.boxes[child].x + this.boxes[child].width);
		const inX = box.x + Math.max(BOX.margin, (box.width - wide) / 2), inY = box.y + BOX.head;
		for (const line of this.lines)
			if (!line.settled && it.lineSet.has(line.number)) {
				line.settled = true;
				for (let i = 0; i < line.points.length; i += 2) {
					line.points[i] += inX;
					line.points[i + 1] += inY;
				}
			}
		for (const child of it.children)
			this.settle(child, inX, inY);
	}
}
