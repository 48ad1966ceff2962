/** Files as records to load: NDJSON in the API's shapes, and with a mapping CSV, JSON and YAML too. */
export { openBytes } from './bytes';
export { checkRecords } from './check';
export { readCsv } from './csv';
export { type Expression, formatOf, type Mapping, MappingError, MappingFile, parseMapping } from './mapping';
export { type OpenSource, openSource, type SourceCounts, type SourceOptions } from './open';
export { isRow, type Read, SourceError } from './row';
export { SKIP_RULES } from './skip';
export { TRANSFORM_NAMES } from './transform';
