/** A host as URLs write it; an address that means "all" is reached by localhost. */
export const urlHost = (host: string) => {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
};

export interface Banner {
  url: string;
  token: string;
  keyFile: string;
  seconds: string;
  lines: string[];
}

/** What a person sees when everything is up. */
export const bannerOf = ({ url, token, keyFile, seconds, lines }: Banner) =>
  [
    '',
    `Almanac is up at ${url} after ${seconds} s.`,
    `Demo key: ${token} (kept in ${keyFile})`,
    '',
    'Try it:',
    ...lines.map((line) => `  ${line}`),
    '',
    'Ctrl-C stops everything.',
    '',
  ].join('\n');
