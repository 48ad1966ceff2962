import { MARKER } from '../render/fields';

const MARKER_BYTE = MARKER.charCodeAt(0);
const COMPANY = Buffer.from('"company":');
const COMMA = Buffer.from(',');

/** Cuts a stored body at its markers: one piece more than it has references. */
export function piecesOf(body: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = body.indexOf(MARKER_BYTE); at >= 0; at = body.indexOf(MARKER_BYTE, from)) {
    pieces.push(body.subarray(from, at));
    from = at + 1;
  }
  pieces.push(body.subarray(from));
  return pieces;
}

/** The body with the bare record of each reference in its place, in order; nothing where there is none. */
export function splice(body: Buffer, bares: readonly (Buffer | undefined)[]): Buffer {
  if (!bares.length) return body;
  const parts: Buffer[] = [];
  piecesOf(body).forEach((piece, index) => {
    parts.push(piece);
    const bare = bares[index];
    if (bare) parts.push(COMPANY, bare, COMMA);
  });
  return Buffer.concat(parts);
}
