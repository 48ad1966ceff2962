import fc from 'fast-check';
import { Watermark } from './watermark';

describe('the watermark', () => {
  it('stands at the highest number up to which all have ended, whatever the order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 60 }), (ends) => {
        const watermark = new Watermark();
        for (let i = 0; i < 60; i++) watermark.next();
        const ended = new Set<number>();
        for (const seq of ends) {
          watermark.end(seq);
          ended.add(seq);
          let through = 0;
          while (ended.has(through + 1)) through++;
          expect(watermark.settledThrough).toBe(through);
          expect(watermark.open).toBe(60 - ended.size);
        }
      }),
    );
  });

  it('ending twice changes nothing', () => {
    const watermark = new Watermark();
    watermark.next();
    watermark.next();
    watermark.end(1);
    watermark.end(1);
    expect(watermark.settledThrough).toBe(1);
    expect(watermark.open).toBe(1);
  });
});
