import { randomUUID } from 'node:crypto';

const valid = /^[A-Za-z0-9._:-]{1,128}$/;

/** An incoming id is echoed and logged and used for nothing else; one that is not plain is replaced. */
export const requestIDOf = (incoming: string | string[] | undefined): string =>
  typeof incoming === 'string' && valid.test(incoming) ? incoming : randomUUID();
