/** Who founded which company: seats of companies, each held by one person; some people hold several, one after another. */

import { GOVERNMENT, VENTURE } from './industries';
import { CITIES } from './places';
import { Random, STREAM } from './random';
import { dayOf } from './time';
import type { Companies } from './world';

export interface Founders {
  /** People who founded something have the slots 0 … slots−1. */
  slots: number;
  seats: number;
  /** A company's seats are `firstSeat[c]` … `firstSeat[c] + seatCount[c] − 1`. */
  firstSeat: Uint32Array;
  seatCount: Uint8Array;
  seatCompany: Uint32Array;
  seatSlot: Uint32Array;
  /** A person's seats, oldest company first: `firstOf[slot]`, then `next[seat]` until −1. */
  firstOf: Int32Array;
  next: Int32Array;
}

/** Of all people at most this share are founders, however many companies there are. */
const FOUNDER_SHARE_MAX = 0.2;
/** Three years pass between two companies of one founder. */
const BETWEEN_DAYS = 1100;

const SEATS = [1, 1, 2, 2, 3] as const;

function wantsFounders(companies: Companies, index: number): boolean {
  const industry = companies.industry[index];
  if (industry === VENTURE || industry === GOVERNMENT) return false;
  return companies.founded[index] >= dayOf(1988) && companies.size[index] <= 10_000;
}

/** Fills `firstSeat` and `seatCount` along `order`; returns the number of seats. */
function drawSeats(seed: number, people: number, companies: Companies, order: Uint32Array, founders: Founders): number {
  let able = 0;
  for (let i = 0; i < companies.count; i++) if (wantsFounders(companies, i)) able++;
  const share = Math.min(0.4, (people * FOUNDER_SHARE_MAX) / (able * 2 || 1));
  const random = new Random();
  let seats = 0;
  for (const index of order) {
    if (!wantsFounders(companies, index)) continue;
    random.at(seed, STREAM.founders, index);
    if (!random.chance(share)) continue;
    const count = random.pick(SEATS);
    if (seats + count > people) continue;
    founders.firstSeat[index] = seats;
    founders.seatCount[index] = count;
    seats += count;
  }
  return seats;
}

/** An earlier founder of the same country, free again when this company was founded; −1 if none is found at once. */
function earlierFounder(
  founders: Founders,
  companies: Companies,
  last: Int32Array,
  seat: number,
  random: Random,
): number {
  const index = founders.seatCompany[seat];
  const other = seat - 4 - random.below(120);
  if (other < 0) return -1;
  const slot = founders.seatSlot[other];
  const previous = founders.seatCompany[last[slot]];
  const sameCountry = CITIES[companies.city[previous]].country === CITIES[companies.city[index]].country;
  const free = companies.founded[previous] + BETWEEN_DAYS < companies.founded[index];
  return sameCountry && free ? slot : -1;
}

export function planFounders(seed: number, people: number, companies: Companies, order: Uint32Array): Founders {
  const founders: Founders = {
    slots: 0,
    seats: 0,
    firstSeat: new Uint32Array(companies.count),
    seatCount: new Uint8Array(companies.count),
    seatCompany: new Uint32Array(0),
    seatSlot: new Uint32Array(0),
    firstOf: new Int32Array(0),
    next: new Int32Array(0),
  };
  const seats = drawSeats(seed, people, companies, order, founders);
  founders.seats = seats;
  founders.seatCompany = new Uint32Array(seats);
  founders.seatSlot = new Uint32Array(seats);
  founders.next = new Int32Array(seats).fill(-1);
  const first = new Int32Array(seats);
  const last = new Int32Array(seats);
  const random = new Random();
  for (const index of order) {
    for (let place = 0; place < founders.seatCount[index]; place++) {
      const seat = founders.firstSeat[index] + place;
      founders.seatCompany[seat] = index;
      random.at(seed, STREAM.founders, ~seat);
      const serial = random.chance(0.2) ? earlierFounder(founders, companies, last, seat, random) : -1;
      const slot = serial >= 0 ? serial : founders.slots++;
      if (serial >= 0) founders.next[last[slot]] = seat;
      else first[slot] = seat;
      founders.seatSlot[seat] = slot;
      last[slot] = seat;
    }
  }
  founders.firstOf = first.slice(0, founders.slots);
  return founders;
}

/** Seats that the holder of a slot has, oldest company first. */
export function seatsOf(founders: Founders, slot: number): number[] {
  const seats: number[] = [];
  if (slot >= founders.slots) return seats;
  for (let seat = founders.firstOf[slot]; seat >= 0; seat = founders.next[seat]) seats.push(seat);
  return seats;
}
