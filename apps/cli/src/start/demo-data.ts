import type { Say } from './say';

export interface Fill {
  databaseUrl: string;
  roleSecret: string;
  say: Say;
  signal: AbortSignal;
}

export async function fillCatalog({ say }: Fill): Promise<void> {
  say.line('no data yet');
}
