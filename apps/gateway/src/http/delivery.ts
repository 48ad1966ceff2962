import type { ServerResponse } from 'node:http';

/**
 * Watches one reply until it has ended, and says once whether it was delivered: its last byte was handed to the socket.
 * A reply unwritten after `timeoutMs` is closed, so that no charge stays open for longer.
 */
export function watchDelivery(raw: ServerResponse, timeoutMs: number, onEnd: (delivered: boolean) => void): void {
  let ended = false;
  const end = (delivered: boolean) => {
    if (ended) return;
    ended = true;
    clearTimeout(timer);
    onEnd(delivered);
  };
  const timer = setTimeout(() => {
    end(false);
    raw.destroy();
  }, timeoutMs);
  const { socket } = raw;
  if (raw.destroyed || !socket) return end(false);
  // Node emits `finish` also when the pending writes failed because the client had closed: the socket knows better.
  const whole = () => raw.writableFinished && !socket.errored && !socket.destroyed;
  raw.once('finish', () => end(whole()));
  raw.once('close', () => end(whole()));
}
