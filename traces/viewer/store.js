/* store.js -- the head, and the slices of lanes: summaries of groups are available at once, chunks
 * on demand.
 *
 * traces/export/trace_slices.h has the layout. A chunk is unpacked once; the least recently used
 * ones are dropped first. */

const GROUP = 128;
const CHUNKS_KEPT = 700;
const COLUMNS = ["begin", "length", "waited", "number", "events", "execution", "parent", "first", "count", "operations",
	"thread", "text", "chain", "arrivals", "edge", "edgeNumber", "left", "values", "bytes", "kind", "value"];
const SINCE = new Set(["number", "execution", "parent", "first", "count"]);

async function inflate(bytes) {
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

/* Reads varints. Numbers above 2^53 lose their lowest bits. */
class Reader {
	constructor(bytes, at, end) {
		this.bytes = bytes;
		this.at = at || 0;
		this.end = end === undefined ? bytes.length : end;
	}

	take() {
		let byte = this.bytes[this.at++], value = byte & 127, factor = 128;
		while (byte & 128) {
			byte = this.bytes[this.at++];
			value += (byte & 127) * factor;
			factor *= 128;
		}
		return value;
	}

	takeSigned() {
		const value = this.take();
		return value % 2 ? -(value + 1) / 2 : value / 2;
	}

	takeBytes(count) {
		this.at += count;
		return this.bytes.subarray(this.at - count, this.at);
	}
}

/* An unpacked chunk: begin and end of its slices; other columns are decoded on demand. */
class Chunk {
	constructor(bytes, slices, first) {
		const reader = new Reader(bytes);
		const sizes = COLUMNS.map(() => reader.take());
		let at = reader.at, last = first;

		this.bytes = bytes;
		this.slices = slices;
		this.places = {};
		this.columns = {};
		COLUMNS.forEach((name, i) => {
			this.places[name] = [at, at + sizes[i]];
			at += sizes[i];
		});
		this.begin = new Float64Array(slices);
		this.end = new Float64Array(slices);
		const begins = this.reader("begin"), lengths = this.reader("length");
		for (let i = 0; i < slices; i++) {
			this.begin[i] = last + begins.take();
			last = this.end[i] = this.begin[i] + lengths.take();
		}
	}

	reader(name) {
		return new Reader(this.bytes, ...this.places[name]);
	}

	column(name) {
		if (!this.columns[name]) {
			const reader = this.reader(name), values = new Float64Array(this.slices);
			let last = 0;
			for (let i = 0; i < this.slices; i++)
				last = values[i] = SINCE.has(name) ? last + reader.takeSigned() : reader.take();
			if (name === "waited")
				this.fillWaited(values);
			this.columns[name] = values;
		}
		return this.columns[name];
	}

	/* 0 encodes the time since the last source ended. */
	fillWaited(values) {
		const arrivals = this.column("arrivals");
		for (let i = 0; i < this.slices; i++) {
			const left = values[i] || !arrivals[i] ? [] : this.arrivals()[i].map((it) => it.left).filter((at) => at !== null);
			values[i] = values[i] ? values[i] - 1 : left.length ? this.begin[i] - Math.max(...left) : 0;
		}
	}

	/* Return for each slice the values received over edges and binds, and those returned. */
	arrivals() {
		if (this.arrived)
			return this.arrived;
		const counts = this.column("arrivals"), numbers = this.column("number");
		const [edge, number, left, values, bytes, kind, value] =
			["edge", "edgeNumber", "left", "values", "bytes", "kind", "value"].map((name) => this.reader(name));
		this.arrived = [];
		for (let i = 0; i < this.slices; i++) {
			const list = [];
			for (let k = 0; k < counts[i]; k++) {
				const it = {edge: edge.take(), event: numbers[i] + number.takeSigned(), kind: 0};
				const since = left.take();
				it.left = since ? this.begin[i] - (since - 1) : null;
				it.values = values.take();
				it.bytes = bytes.take();
				it.kind = kind.take();
				if (it.kind === 1)
					it.value = value.takeBytes(kind.take());
				else if (it.kind === 2)
					[it.object, it.offset] = [value.take(), value.take()];
				else if (it.kind === 3)
					it.isNull = value.take() === 1;
				else if (it.kind === 4)
					[it.object, it.offset, it.length, it.hash, it.value] = [value.take(), value.take(), value.take(),
						[value.take(), value.take()].map((half) => half.toString(16).padStart(8, "0")).join(""), value.takeBytes(value.take())];
				list.push(it);
			}
			this.arrived.push(list);
		}
		return this.arrived;
	}
}

/* Slices that do not overlap, in order of time. */
class Lane {
	constructor(about, number) {
		Object.assign(this, about);
		this.number = number;
		this.open = null;              /* begin of the last slice if it has not ended */
		this.groupCount = 0;
		this.list = [];
	}

	/* Return the first group that ends at or after TIME. */
	firstGroup(time) {
		let low = 0, high = this.groupCount;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.groupEnd[middle] < time)
				low = middle + 1;
			else
				high = middle;
		}
		return low;
	}

	/* Return the last group whose first slice has VALUE or less in ARRAY, or 0. */
	lastGroup(array, value) {
		let low = 0, high = this.groupCount;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (array[middle] <= value)
				low = middle + 1;
			else
				high = middle;
		}
		return Math.max(0, low - 1);
	}
}

class Store {
	constructor(head, text) {
		this.head = head;
		this.text = text;
		this.textBegin = 0;
		while (text.charCodeAt(this.textBegin) <= 32)
			this.textBegin++;
		this.lanes = head.lanes.map((about, i) => new Lane(about, i));
		for (const it of head.open)
			if (it.lane >= 0)
				this.lanes[it.lane].open = it.since;
		this.recent = new Map();      /* unpacked chunks, the most recently used last */
		this.onload = () => {};
		this.loading = 0;
	}

	/* Return the bytes from FROM (a multiple of 3) on. */
	plain(from, size) {
		const begin = this.textBegin + from / 3 * 4;
		const binary = atob(this.text.slice(begin, begin + Math.ceil(size / 3) * 4));
		const bytes = new Uint8Array(size);
		for (let i = 0; i < size; i++)
			bytes[i] = binary.charCodeAt(i);
		return bytes;
	}

	async open() {
		const reader = new Reader(await inflate(this.plain(0, this.head.index)));
		let at = Math.ceil(this.head.index / 3) * 3;
		for (const lane of this.lanes)
			at = this.readGroups(lane, reader, at);
	}

	readGroups(lane, reader, at) {
		const most = Math.ceil(lane.slices / GROUP) + lane.chunks;
		for (const name of ["groupBegin", "groupEnd", "groupBusy", "groupWaited", "groupMost", "groupExecution", "groupNumber"])
			lane[name] = new Float64Array(most);
		let begin = 0, execution = 0, number = 0, g = 0;
		for (let c = 0; c < lane.chunks; c++) {
			const chunk = {lane, at, size: reader.take(), slices: reader.take(), first: g, data: null, wanted: null};
			at += Math.ceil(chunk.size / 3) * 3;
			for (let i = 0; i < chunk.slices; i += GROUP, g++) {
				begin += reader.take();
				lane.groupBegin[g] = begin;
				lane.groupEnd[g] = begin + reader.take();
				lane.groupBusy[g] = reader.take();
				lane.groupWaited[g] = reader.take();
				lane.groupMost[g] = reader.take();
				lane.groupExecution[g] = execution += reader.takeSigned();
				lane.groupNumber[g] = number += reader.takeSigned();
			}
			lane.list.push(chunk);
		}
		lane.groupCount = g;
		return at;
	}

	chunkOf(lane, group) {
		return lane.list[Math.floor(group / 16)];
	}

	/* Return the chunk's slices, or null if they are not loaded yet (onload is called later) or
	 * were omitted. */
	look(chunk) {
		if (chunk.data) {
			this.recent.delete(chunk);
			this.recent.set(chunk, true);
		} else if (chunk.size && !chunk.wanted) {
			this.load(chunk);
		}
		return chunk.data;
	}

	/* Return a promise of the slices, or of null if they were omitted. */
	load(chunk) {
		if (chunk.data || !chunk.size)
			return Promise.resolve(chunk.data);
		if (!chunk.wanted) {
			this.loading++;
			chunk.wanted = inflate(this.plain(chunk.at, chunk.size)).then((bytes) => {
				chunk.data = new Chunk(bytes, chunk.slices, chunk.lane.groupBegin[chunk.first]);
				chunk.wanted = null;
				this.loading--;
				this.recent.set(chunk, true);
				while (this.recent.size > CHUNKS_KEPT) {
					const oldest = this.recent.keys().next().value;
					oldest.data = null;
					this.recent.delete(oldest);
				}
				this.onload();
				return chunk.data;
			});
		}
		return chunk.wanted;
	}

	/* Return all facts about a slice. */
	slice(chunk, data, i) {
		const lane = chunk.lane, it = {lane, chunk, index: i, begin: data.begin[i], end: data.end[i], node: lane.node};
		for (const name of COLUMNS.slice(2, 13))
			it[name] = data.column(name)[i];
		it.arrivals = data.arrivals()[i];
		it.ended = it.events > 0;
		it.last = it.number + it.events;
		it.by = this.head.texts[it.text];
		return it;
	}

	/* --- finding slices ------- */

	/* Return the slice of LANE at TIME, or null. A slice of no length occupies the pixel it is
	 * drawn on. */
	async at(lane, time, slack) {
		for (let g = lane.firstGroup(time - slack); g < lane.groupCount && lane.groupBegin[g] <= time + slack; g++) {
			const chunk = this.chunkOf(lane, g), data = await this.load(chunk);
			if (!data)
				return null;
			const found = this.nearest(chunk, data, g, time, slack);
			if (found >= 0)
				return this.slice(chunk, data, found);
		}
		return null;
	}

	/* Return the slice of LANE that is nearest to TIME. */
	async near(lane, time) {
		const after = Math.min(lane.firstGroup(time), lane.groupCount - 1);
		let best = null;
		for (const group of [after, after - 1].filter((g) => g >= 0)) {
			const chunk = this.chunkOf(lane, group), data = await this.load(chunk);
			const found = data ? this.slice(chunk, data, this.nearest(chunk, data, group, time, Infinity)) : null;
			const away = (it) => Math.max(it.begin - time, time - it.end, 0);
			if (found && (!best || away(found) < away(best)))
				best = found;
		}
		return best;
	}

	nearest(chunk, data, group, time, slack) {
		const first = (group - chunk.first) * GROUP, end = Math.min(first + GROUP, chunk.slices);
		let best = -1, off = Infinity;
		for (let i = first; i < end; i++) {
			const away = time < data.begin[i] ? data.begin[i] - time : time > data.end[i] ? time - data.end[i] : 0;
			if (away <= slack && away < off)
				[best, off] = [i, away];
		}
		return best;
	}

	/* Return the first slice of LANE, from the chunk of GROUP on, for which WANTED(data, i)
	 * holds; visits at most MOST chunks. */
	async find(lane, group, wanted, most) {
		if (group >= lane.groupCount)
			return null;
		for (let c = Math.floor(group / 16); c < lane.list.length && most-- > 0; c++) {
			const chunk = lane.list[c], data = await this.load(chunk);
			for (let i = 0; data && i < chunk.slices; i++)
				if (wanted(data, i))
					return this.slice(chunk, data, i);
		}
		return null;
	}

	lanesOf(kind, node) {
		return this.lanes.filter((lane) => lane.kind === kind && (node === undefined || lane.node === node));
	}

	/* Return the slice that event NUMBER began, ended or brought a value to, or null. */
	/* An order has no end event. */
	async byEvent(number) {
		let arrived = null;
		for (const lane of this.lanes) {
			if (lane.kind === "flight" || !lane.groupCount)
				continue;
			const group = lane.lastGroup(lane.groupNumber, number);
			const exact = await this.find(lane, group, (data, i) =>
				data.column("number")[i] === number ||
				(lane.kind !== "order" && data.column("events")[i] && data.column("number")[i] + data.column("events")[i] === number), 1);
			if (exact)
				return exact;
			arrived = arrived || await this.find(lane, group, (data, i) =>
				data.arrivals()[i].some((it) => it.event === number), 2);
		}
		return arrived || this.byFlight(number);
	}

	/* Return the slice that a push or pop, event NUMBER, began in a lane of executions in flight, or null. */
	async byFlight(number) {
		for (const lane of this.lanesOf("flight")) {
			const found = await this.find(lane, lane.lastGroup(lane.groupNumber, number), (data, i) => data.column("number")[i] === number, 1);
			if (found)
				return found;
		}
		return null;
	}

	/* Return a slice of an execution: the execution itself, or else that of one of its
	 * nodes. */
	async byExecution(number, root) {
		const order = [...this.lanesOf("execution"), ...this.lanesOf("grid")];
		for (const lane of order) {
			if (root !== undefined && this.head.rootOf[lane.node] !== root)
				continue;
			const group = lane.lastGroup(lane.groupExecution, number);
			const found = await this.find(lane, group,
				(data, i) => data.column("execution")[i] === number, 2);
			if (found)
				return found;
		}
		return null;
	}

	/* Return the previous (-1) or next (+1) slice in the same lane. */
	async beside(slice, step) {
		let {chunk, index} = slice;
		index += step;
		if (index < 0 || index >= chunk.slices) {
			chunk = chunk.lane.list[chunk.lane.list.indexOf(chunk) + step];
			if (!chunk)
				return null;
			index = step > 0 ? 0 : chunk.slices - 1;
		}
		const data = await this.load(chunk);
		return data ? this.slice(chunk, data, index) : null;
	}
}
