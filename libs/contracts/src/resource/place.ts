import type { Static } from 'typebox';
import { double, integer, record, text } from '../schema';

export const LocationGeometry = record(
  'LocationGeometry',
  {
    area_square_degrees: double(),
    bbox: text({ description: '`minlon,minlat,maxlon,maxlat`' }),
    lat: double(),
    lon: double(),
  },
  {},
);

export const LocationPlace = record(
  'LocationPlace',
  {
    id: integer({ description: 'GeoNames id' }),
    name: text(),
    placeType: text(),
    geometry: LocationGeometry,
  },
  {},
);

export const PLACE_LEVELS = [
  'continent',
  'country',
  'county',
  'localadmin',
  'locality',
  'borough',
  'macroregion',
  'region',
  'macrohood',
  'neighbourhood',
] as const;

export const LocationDetail = record(
  'LocationDetail',
  {},
  {
    continent: LocationPlace,
    country: LocationPlace,
    county: LocationPlace,
    localadmin: LocationPlace,
    locality: LocationPlace,
    borough: LocationPlace,
    macroregion: LocationPlace,
    region: LocationPlace,
    macrohood: LocationPlace,
    neighbourhood: LocationPlace,
  },
);
export type LocationDetail = Static<typeof LocationDetail>;
