/* rows.js -- draw the rows of the timeline from the groups and slices of their lanes.
 *
 * A group of slices that is narrower than a few pixels is drawn from its summary; so are slices of
 * chunks that have not been loaded yet.
 *
 * Not here:  the list of rows (tracks.js); the time scale and what surrounds rows (timeline.js). */

/* pixels; a longer wait is drawn even for the shortest grid */
const LONG_WAIT = 6;

/* A subclass provides: context, of a canvas; app; tracks; from and to, the visible times, between
 * left and width, in pixels; perPixel, x(time); scroll; arrows, a list to which arrows are added;
 * drawn, the number of slices drawn. */
class TimelineRows {
	drawGutter(rows, height) {
		const {context} = this;
		context.fillStyle = theme.page;
		context.fillRect(0, this.scroll, this.left, height);
		context.fillStyle = theme.line;
		context.fillRect(this.left - 1, this.scroll, 1, height);
		context.textBaseline = "middle";
		for (const row of rows)
			this.drawLabel(row);
	}

	drawLabel(row) {
		const {context} = this, {head} = this.app, it = row.kind === "node" || row.kind === "unit" ? head.nodes[row.node] : null;
		const x = 8 + row.indent * 11, middle = row.y + Math.min(row.height, ROW.head) / 2;
		const headline = row.kind === "graph" || row.kind === "memory" || row.kind === "backend";
		const foldable = headline || (row.kind === "node" && it.children.length > 0);
		if (it && this.app.selectedNode() === row.node) {
			context.fillStyle = theme.select;
			context.globalAlpha = 0.18;
			context.fillRect(0, row.y - 2, this.left - 1, row.height + 4);
			context.globalAlpha = 1;
		}
		if (it) {
			context.fillStyle = it.colour;
			context.fillRect(x, middle - 5, 4, 10);
		}
		if (foldable) {
			context.fillStyle = theme.faint;
			context.font = `10px ${theme.font}`;
			const folded = row.kind === "memory" ? this.tracks.memoryFolded :
				row.kind === "backend" ? this.tracks.foldedBackends.has(row.text) : this.app.folded.has(row.node);
			context.fillText(folded ? "▶" : "▼", x + (it ? 7 : -4), middle);
		}
		const at = x + (it ? 8 : headline ? 8 : 0) + (foldable && it ? 10 : 0), share = row.kind === "node" && this.shareWords(it);
		context.font = `${headline ? "600 " : ""}12px ${theme.font}`;
		context.fillStyle = row.kind === "node" || headline ? theme.text : theme.faint;
		const room = this.left - at - 8 - (share ? 34 : 0);
		context.fillText(fitText(context, row.label, room), at, middle);
		if (row.more) {
			context.fillStyle = theme.faint;
			context.fillText(fitText(context, `+ ${row.more} lanes`, room), at, middle + 14);
		}
		if (share) {
			context.textAlign = "right";
			context.fillStyle = theme.faint;
			context.font = `11px ${theme.font}`;
			context.fillText(share, this.left - 7, middle);
			context.textAlign = "left";
		}
	}

	shareWords(it) {
		const {allSelf} = this.app.head;
		const {self} = this.app.folded.has(it.number) ? it.inside : it;
		return it.grids && allSelf ? formatPercent(self / allSelf).replace(" ", "") : "";
	}

	drawRow(row) {
		const {context} = this;
		if (row.kind === "graph" || row.kind === "memory" || row.kind === "backend") {
			context.fillStyle = theme.frame;
			context.fillRect(0, row.y, this.width, row.height);
			return;
		}
		if (row.kind === "object") {
			this.drawObject(row);
			return;
		}
		if (row.node >= 0 && row.kind === "node" && this.app.selectedNode() === row.node) {
			context.fillStyle = theme.select;
			context.globalAlpha = 0.07;
			context.fillRect(this.left, row.y - 2, this.width, row.height + 4);
			context.globalAlpha = 1;
		}
		if (row.builds)
			this.drawBuilds(row);
		for (const place of row.lanes)
			if (row.kind === "flight")
				this.drawFlight(place.lane, row.y + place.y, place.height);
			else
				this.drawLane(place.lane, row.y + place.y, place.height, this.laneColour(place.lane));
	}

	/* A build ends at its mark; a refused one has a red end. */
	drawBuilds(row) {
		const {context} = this;
		for (const mark of row.builds) {
			const x = Math.max(this.left, this.x(mark.at - (this.app.head.wall ? mark.took : 0))), to = Math.min(this.width, this.x(mark.at));
			if (to < this.left || x > this.width)
				continue;
			context.globalAlpha = 0.35;
			context.fillStyle = theme.faint;
			context.fillRect(x, row.y + 2, Math.max(2, to - x), row.height - 4);
			context.globalAlpha = 1;
			context.fillStyle = mark.word === "taken" ? theme.good : theme.bad;
			context.fillRect(to - 2, row.y, 2.5, row.height);
			if (to - x > 40) {
				context.font = `10px ${theme.font}`;
				context.textBaseline = "middle";
				context.fillStyle = theme.text;
				context.fillText(fitText(context, `build: ${mark.word}`, to - x - 8), x + 3, row.y + row.height / 2);
			}
		}
	}

	laneColour(lane) {
		return lane.kind === "execution" ? theme.edge : this.app.head.nodes[lane.node].colour;
	}

	/* Draw a lane's groups, those with enough room slice by slice. */
	drawLane(lane, y, height, colour) {
		const {context, left, from, to} = this, {groupBegin, groupEnd, groupBusy, groupWaited} = lane;
		const scale = 1 / this.perPixel, wide = 16 * this.perPixel, sum = {pixel: -1, cover: 0};
		context.fillStyle = colour;
		for (let g = lane.firstGroup(from); g < lane.groupCount && groupBegin[g] <= to; g++) {
			const length = groupEnd[g] - groupBegin[g];
			if (length > wide || lane.groupCount === 1) {
				const chunk = this.app.store.chunkOf(lane, g), data = this.app.store.look(chunk);
				if (data) {
					this.drawSlices(lane, chunk, data, g, y, height, colour, sum);
					continue;
				}
			}
			const x = left + (groupBegin[g] - from) * scale, end = x + length * scale;
			const share = groupBusy[g] / (length || 1);
			if (end - x < 1) {
				this.addCover(sum, x, Math.max(end - x, 0.05) * Math.max(share, 0.3), y, height);
				continue;
			}
			this.flush(sum, y, height);
			context.globalAlpha = 0.15 + 0.85 * Math.min(1, share);
			context.fillRect(Math.max(x, left), y, Math.min(end, this.width) - Math.max(x, left), height);
			if (lane.kind === "grid")
				this.drawWait(x, end, Math.min(1, groupWaited[g] / (length || 1)), y, height, colour);
		}
		this.flush(sum, y, height);
		context.globalAlpha = 1;
		if (lane.open !== null)
			this.drawOpen(lane, y, height);
	}

	/* Draw an open end at least a few pixels wide, since a trace may end where the slice
	 * began. */
	drawOpen(lane, y, height) {
		const x = Math.max(this.x(lane.open), this.left), end = Math.max(this.x(this.app.head.end), x + 4);
		if (this.x(lane.open) > this.width || end < this.left)
			return;
		this.context.fillStyle = theme.bad;
		this.context.fillRect(Math.max(end - 4, this.left), y, 4, height);
	}

	drawWait(from, to, share, y, height, colour) {
		const {context} = this;
		if (share <= 0 || to < this.left)
			return;
		context.globalAlpha = 0.25 + 0.75 * share;
		context.fillStyle = theme.wait;
		context.fillRect(Math.max(from, this.left), y + height - 2, to - Math.max(from, this.left), 2);
		context.fillStyle = colour;
	}

	/* Add the part of a pixel that a narrow slice covers. */
	addCover(sum, x, width, y, height) {
		const pixel = Math.floor(x);
		if (pixel !== sum.pixel)
			this.flush(sum, y, height);
		sum.pixel = pixel;
		sum.cover += width;
	}

	flush(sum, y, height) {
		if (sum.cover > 0 && sum.pixel >= this.left) {
			this.context.globalAlpha = 0.25 + 0.75 * Math.min(1, sum.cover);
			this.context.fillRect(sum.pixel, y, 1, height);
		}
		sum.cover = 0;
		sum.pixel = -1;
	}

	drawSlices(lane, chunk, data, group, y, height, colour, sum) {
		const {context, from, to, left} = this, scale = 1 / this.perPixel, waited = lane.kind === "grid" ? data.column("waited") : null;
		let i = (group - chunk.first) * GROUP;
		const end = Math.min(i + GROUP, chunk.slices);
		while (i < end && data.end[i] < from)
			i++;
		for (; i < end && data.begin[i] <= to; i++) {
			const x = left + (data.begin[i] - from) * scale, width = (data.end[i] - data.begin[i]) * scale;
			const waits = waited !== null && waited[i] * scale > LONG_WAIT;
			if (width < 1 && !waits) {
				this.addCover(sum, x, Math.max(width, 0.3), y, height);
				continue;
			}
			this.flush(sum, y, height);
			context.globalAlpha = 1;
			const begin = Math.max(x, left), wide = Math.min(x + Math.max(width, 1), this.width) - begin;
			if (wide <= 0)
				continue;
			context.fillStyle = colour;
			context.fillRect(begin, y, wide > 3 ? wide - 0.6 : wide, height);
			this.drawn++;
			if (width > 3 || waits)
				this.decorate(lane, chunk, data, i, begin, wide, y, height, colour);
		}
	}

	/* Draw the details of slices that are wide or have waited long: the wait, a label, frames,
	 * arrows from sources. */
	decorate(lane, chunk, data, i, x, wide, y, height, colour) {
		const {context} = this, {app} = this, waited = lane.kind === "grid" ? data.column("waited")[i] : 0;
		const selected = app.selected && app.selected.type === "slice" ? app.selected.slice : null;
		const isSelected = selected && selected.lane === lane && selected.begin === data.begin[i] && selected.number === data.column("number")[i];
		if (waited > 0)
			this.drawWait(this.x(data.begin[i] - waited), this.x(data.begin[i]), 0.6, y, height, colour);
		context.globalAlpha = 1;
		/* it has not ended */
		if (!data.column("events")[i] && data.column("number").length) {
			context.fillStyle = theme.bad;
			context.fillRect(Math.max(x, x + wide - 3), y, 3, height);
		}
		if (lane.kind === "grid" && app.showPath && app.isCritical(lane.node, data.column("execution")[i])) {
			context.fillStyle = theme.bad;
			context.fillRect(x, y, wide, 2.5);
		}
		if (wide > 26 && height >= 9)
			this.drawSliceText(lane, data, i, x, wide, y, height);
		if (isSelected) {
			context.strokeStyle = theme.select;
			context.lineWidth = 2;
			context.strokeRect(x - 0.5, y - 0.5, wide + 0.5, height + 1);
		}
		if (lane.kind === "grid" && (isSelected || this.drawn < 500) && data.column("arrivals")[i])
			for (const it of data.arrivals()[i])
				if (it.left !== null)
					this.arrows.push({edge: it.edge, from: it.left, to: data.begin[i], lane, strong: isSelected});
		if (lane.kind === "execution")
			app.noteChain(data.column("execution")[i], lane.node, data.column("chain")[i]);
		context.fillStyle = colour;
	}

	drawSliceText(lane, data, i, x, wide, y, height) {
		const {context} = this, size = Math.min(11, height - 1);
		const execution = data.column("execution")[i];
		let words = `${execution}`;
		if (lane.kind === "grid" && wide > 70) {
			const by = this.app.head.texts[data.column("text")[i]];
			words = `${this.app.head.nodes[lane.node].name} · ${execution}${by ? " · " + by : ""}`;
		} else if (lane.kind === "batch") {
			const first = data.column("first")[i], count = data.column("count")[i];
			words = count === 1 ? `${first}` : `${first}–${first + count - 1}`;
		} else if (lane.kind === "order") {
			words = this.app.head.texts[data.column("chain")[i]];
		}
		context.font = `${size}px ${theme.font}`;
		context.textBaseline = "middle";
		context.fillStyle = lane.kind === "execution" && theme.dark ? "#101318" : "#14171c";
		context.fillText(fitText(context, words, wide - 6), x + 3, y + height / 2 + 0.5);
	}

	/* Draw the number of executions in flight as an area; in one pixel, the largest. */
	drawFlight(lane, y, height) {
		const {context, left, from, to} = this, most = Math.max(1, this.app.head.mostInFlight);
		const scale = 1 / this.perPixel, wide = 16 * this.perPixel;
		let pixel = -1, highest = 0;
		const rise = (x, width, count) => context.fillRect(x, y + height - count / most * (height - 2), width, count / most * (height - 2));
		const flush = () => {
			if (pixel >= left && highest)
				rise(pixel, 1, highest);
			pixel = -1;
			highest = 0;
		};
		const area = (begin, end, count) => {
			const x = Math.max(left, left + (begin - from) * scale), right = Math.min(this.width, left + (end - from) * scale);
			if (right < left)
				return;
			if (right - x >= 1) {
				flush();
				rise(x, right - x, count);
			} else {
				if (Math.floor(x) !== pixel)
					flush();
				pixel = Math.floor(x);
				highest = Math.max(highest, count);
			}
		};
		context.fillStyle = theme.accent;
		context.globalAlpha = 0.55;
		for (let g = lane.firstGroup(from); g < lane.groupCount && lane.groupBegin[g] <= to; g++) {
			const isWide = lane.groupEnd[g] - lane.groupBegin[g] > wide || lane.groupCount === 1;
			const chunk = this.app.store.chunkOf(lane, g), data = isWide ? this.app.store.look(chunk) : null;
			if (!data) {
				area(lane.groupBegin[g], lane.groupEnd[g], lane.groupMost[g]);
				continue;
			}
			const counts = data.column("count"), first = (g - chunk.first) * GROUP, end = Math.min(first + GROUP, chunk.slices);
			for (let i = first; i < end && data.begin[i] <= to; i++)
				if (data.end[i] >= from)
					area(data.begin[i], data.end[i], counts[i]);
		}
		flush();
		context.globalAlpha = 1;
		context.fillStyle = theme.text;
		context.font = `10px ${theme.font}`;
		context.textBaseline = "top";
		context.textAlign = "right";
		context.fillText(`at most ${formatCount(most)}`, this.width - 10, y + 2);
		context.textAlign = "left";
	}

	drawObject(row) {
		const {context} = this, object = this.app.head.objects[row.object];
		if (row.lanes.length)
			this.drawPlaces(row.lanes[0].lane, row.y, row.height);
		else
			this.drawLife(row, object);
		for (const [, at, , , text] of object.accesses) {
			const x = this.x(at);
			context.fillStyle = text ? theme["edge-all"] : theme.text;
			if (x >= this.left && x <= this.width)
				context.fillRect(x - 0.75, row.y, 1.5, row.height);
		}
		if (this.app.selected && this.app.selected.type === "object" && this.app.selected.object === row.object) {
			context.strokeStyle = theme.select;
			context.lineWidth = 2;
			const x = Math.max(this.left, this.x(object.begin));
			context.strokeRect(x, row.y - 1, Math.min(this.width, this.x(object.end)) - x, row.height + 2);
		}
	}

	placeColour(text) {
		const {texts} = this.app.head, name = texts[text];
		return name === "host" ? PALETTE[0] : name === "device" ? PALETTE[1] : PALETTE[2 + text % (PALETTE.length - 2)];
	}

	/* Draw the place of an object's newest bytes; if slices are too narrow, that it moved back
	 * and forth. */
	drawPlaces(lane, y, height) {
		const {context, left, from, to} = this, wide = 16 * this.perPixel;
		for (let g = lane.firstGroup(from); g < lane.groupCount && lane.groupBegin[g] <= to; g++) {
			const chunk = this.app.store.chunkOf(lane, g);
			const data = lane.groupEnd[g] - lane.groupBegin[g] > wide || lane.groupCount === 1 ? this.app.store.look(chunk) : null;
			const bar = (begin, end, colour) => {
				const x = Math.max(left, this.x(begin)), right = Math.min(this.width, this.x(end));
				context.fillStyle = colour;
				if (right > x)
					context.fillRect(x, y, right - x, height);
				return right - x;
			};
			if (!data) {
				bar(lane.groupBegin[g], lane.groupEnd[g], mix(PALETTE[0], PALETTE[1], 0.5));
				continue;
			}
			const texts = data.column("text"), first = (g - chunk.first) * GROUP;
			for (let i = first; i < Math.min(first + GROUP, chunk.slices) && data.begin[i] <= to; i++) {
				const room = bar(data.begin[i], data.end[i], this.placeColour(texts[i]));
				if (room < 30)
					continue;
				context.fillStyle = "#14171c";
				context.font = `${height - 2}px ${theme.font}`;
				context.textBaseline = "middle";
				context.fillText(fitText(context, this.app.head.texts[texts[i]], room - 6), Math.max(left, this.x(data.begin[i])) + 3, y + height / 2);
			}
		}
	}

	drawLife(row, object) {
		const {context} = this;
		const from = Math.max(this.left, this.x(object.begin)), to = Math.min(this.width, this.x(object.end));
		const selected = this.app.selected && this.app.selected.type === "object" && this.app.selected.object === row.object;
		if (to > from || (to === from && to > this.left)) {
			context.globalAlpha = selected ? 0.9 : 0.45;
			context.fillStyle = selected ? theme.select : theme["edge-stream"];
			context.fillRect(from, row.y + 2, Math.max(1.5, to - from), row.height - 4);
			context.globalAlpha = 1;
		}
	}
}
