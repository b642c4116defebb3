/* tracks.js -- the rows of the timeline: for each graph the executions in flight, its executions
 * and its nodes; memory.
 *
 * A row has a position of its top (y, relative to all rows) and lanes, each with a position in the
 * row. */

const ROW = {gap: 5, grid: 17, stacked: 11, batch: 9, flight: 34, head: 20, object: 11, execution: 9};

class Tracks {
	constructor(app) {
		this.app = app;
		this.rows = [];
		this.height = 0;
		this.memoryFolded = app.head.objects.length > 24;
		this.foldedBackends = new Set();
		this.most = 4;                 /* most rows of overlapping executions */
	}

	build() {
		const {head} = this.app;
		this.rows = [];
		this.height = 0;
		for (const root of head.roots) {
			if (!this.lanes(root).length && !this.hasSlices(root))
				continue;
			this.add({kind: "graph", node: root, label: head.nodes[root].name, indent: 0, height: ROW.head});
			if (this.app.folded.has(root))
				continue;
			this.addFlight(root);
			this.addExecutions(root);
			for (const child of head.nodes[root].children)
				this.addNode(child, 1);
		}
		this.addBackends();
		this.addMemory();
	}

	lanes(node) {
		return this.app.lanesByNode[node] || [];
	}

	hasSlices(node) {
		return this.lanes(node).length > 0 || this.app.head.nodes[node].children.some((child) => this.hasSlices(child));
	}

	add(row) {
		row.y = this.height;
		row.lanes = row.lanes || [];
		this.height += row.height + ROW.gap;
		this.rows.push(row);
	}

	/* Place lanes below one another; return their total height. */
	stack(row, lanes, height) {
		for (const lane of lanes) {
			row.lanes.push({lane, y: row.height, height});
			row.height += height + 1;
		}
	}

	addFlight(root) {
		const lane = this.lanes(root).find(({kind}) => kind === "flight");
		if (lane)
			this.add({kind: "flight", node: root, label: "in flight", indent: 1, height: ROW.flight,
				lanes: [{lane, y: 0, height: ROW.flight}]});
	}

	addExecutions(root) {
		const lanes = this.lanes(root).filter(({kind}) => kind === "execution");
		const row = {kind: "executions", node: root, label: "executions", indent: 1, height: 0, lanes: []};
		if (!lanes.length)
			return;
		this.stack(row, lanes.slice(0, this.most), ROW.execution);
		this.stack(row, this.lanes(root).filter(({kind}) => kind === "order"), ROW.execution);
		if (lanes.length > this.most)
			row.more = lanes.length - this.most;
		row.height = Math.max(row.height, 14);
		this.add(row);
	}

	addNode(node, indent) {
		const it = this.app.head.nodes[node];
		const grids = this.lanes(node).filter(({kind}) => kind === "grid");
		const batches = this.app.showBatches ? this.lanes(node).filter(({kind}) => kind === "batch") : [];
		const row = {kind: "node", node, label: it.name, indent, height: 0, lanes: []};
		if (this.hasSlices(node)) {
			this.stack(row, grids, grids.length > 1 ? ROW.stacked : ROW.grid);
			this.stack(row, batches, ROW.batch);
			row.height = Math.max(row.height, ROW.grid);
			this.add(row);
			if (!this.app.folded.has(node))
				for (const child of it.children)
					this.addNode(child, indent + 1);
		}
	}

	/* For each backend, a row for each node that it built or ran. */
	addBackends() {
		const {head} = this.app;
		head.texts.forEach((name, text) => {
			const builds = head.marks.filter((mark) => mark.kind === "build" && mark.by === name && mark.node >= 0);
			const nodes = new Set(builds.map((mark) => mark.node));
			const units = this.app.store.lanes.filter((lane) => lane.kind === "unit" && lane.backend === text);
			units.forEach((lane) => nodes.add(lane.node));
			if (!name || !nodes.size)
				return;
			this.add({kind: "backend", text, label: `backend ${name}`, indent: 0, height: ROW.head});
			if (this.foldedBackends.has(text))
				return;
			for (const node of [...nodes].sort((a, b) => a - b)) {
				const row = {kind: "unit", node, text, label: head.nodes[node].name, indent: 1, height: 0, lanes: [],
					builds: builds.filter((mark) => mark.node === node)};
				this.stack(row, units.filter((lane) => lane.node === node), ROW.stacked);
				row.height = Math.max(row.height, ROW.stacked);
				this.add(row);
			}
		});
	}

	addMemory() {
		const {objects} = this.app.head;
		if (!objects.length)
			return;
		this.add({kind: "memory", label: `memory: ${formatCount(objects.length)} ${objects.length === 1 ? "object" : "objects"}`, indent: 0, height: ROW.head});
		if (!this.memoryFolded)
			objects.forEach((object, i) => this.add({kind: "object", object: i, height: ROW.object, indent: 1,
				label: `${object.object}: ${formatBytes(object.bytes)}`,
				lanes: this.app.placesByObject[i] ? [{lane: this.app.placesByObject[i], y: 0, height: ROW.object}] : []}));
	}

	rowAt(y) {
		let low = 0, high = this.rows.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.rows[middle].y + this.rows[middle].height + ROW.gap <= y)
				low = middle + 1;
			else
				high = middle;
		}
		return this.rows[low] && this.rows[low].y <= y ? this.rows[low] : null;
	}

	rowOfNode(node) {
		return this.rows.find((row) => row.node === node && (row.kind === "node" || row.kind === "graph"));
	}

	/* Return the middle of a lane, or of the row of the nearest ancestor that is not folded. */
	laneY(node, lane) {
		for (let at = node; at >= 0; at = this.app.head.nodes[at].parent) {
			const row = this.rowOfNode(at);
			if (!row)
				continue;
			const place = lane && row.lanes.find((it) => it.lane === lane);
			return row.y + (place ? place.y + place.height / 2 :
				row.lanes.length ? row.lanes[0].y + row.lanes[0].height / 2 : row.height / 2);
		}
		return 0;
	}
}
