import type { Static } from 'typebox';
import Type from 'typebox';
import { optionalAll, text } from '../schema';

export const URL_KINDS = [
  'dataD',
  'contact',
  'socialB',
  'website',
  'socialA',
  'codeHost',
  'pro',
  'dataB',
  'dataE',
  'dataG',
  'dataA',
] as const;

/** All URLs of an entity, without an http prefix. */
export const URLs = Type.Object(
  optionalAll({
    dataD: text(),
    contact: text(),
    socialB: text(),
    website: text(),
    socialA: text(),
    codeHost: text(),
    pro: text(),
    dataB: text(),
    dataE: text(),
    dataG: text(),
    dataA: text(),
  }),
  { title: 'URLs', additionalProperties: false, description: 'URLs of an entity, without an http prefix.' },
);
export type URLs = Static<typeof URLs>;
