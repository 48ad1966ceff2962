/**
 * Deliveries numbered 1, 2, 3 …, ending in any order; `settledThrough` is the highest number up to which every one has
 * ended (its bytes left, or its reversal was acknowledged).
 */
export class Watermark {
  private last = 0;
  private through = 0;
  private readonly ended = new Set<number>();

  next(): number {
    return ++this.last;
  }

  end(seq: number): void {
    if (seq <= this.through) return;
    this.ended.add(seq);
    while (this.ended.delete(this.through + 1)) this.through++;
  }

  get settledThrough(): number {
    return this.through;
  }

  /** Deliveries that have not ended. */
  get open(): number {
    return this.last - this.through - this.ended.size;
  }
}
