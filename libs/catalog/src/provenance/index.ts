export { type FieldOrigin, type Provenance, type ProvenanceOptions, provenanceOf } from './provenance';
