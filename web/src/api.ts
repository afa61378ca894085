// The service, as far as the page uses it: /models, /parse and /health.
import type { Sentence } from './sentence';

export interface ModelDetails {
  language?: string;
  kind?: string;
  title?: string;
  licence?: string;
  credit?: string;
  constituents?: boolean;
}

export interface ModelList {
  models: Record<string, string[]>;
  default_model: string;
  details?: Record<string, ModelDetails>;
}

export interface ParseRequest {
  text?: string;
  conllu?: string;
  model?: string;
  lines?: string;
  confidence?: boolean;
  constraints?: boolean;
  retag?: boolean;
  projective?: boolean;
  beam?: number;
  last?: string;
}

export interface ParseAnswer {
  model: string;
  version?: string;
  milliseconds?: number;
  documents: { sentences: Sentence[]; conllu: string }[];
}

/** What went wrong, in words for the user, and whether the same may work later. */
export class ServiceError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly retryAfter: number | null,
  ) {
    super(message);
  }
}

const GONE = 'The server does not answer. Is it still running?';

async function messageOf(response: Response): Promise<string> {
  const text = await response.text().catch(() => '');
  try {
    const told = (JSON.parse(text) as { error?: { message?: string } }).error?.message;
    if (told) return told;
  } catch {
    // not JSON: a proxy's page, or plain text
  }
  return /^\s*</.test(text) ? '' : text.trim().slice(0, 300);
}

async function errorOf(response: Response): Promise<ServiceError> {
  const told = await messageOf(response);
  const { status } = response;
  if (status === 503 || status === 429) {
    const asked = Number(response.headers.get('Retry-After') ?? '');
    const what = status === 429 ? 'There were too many requests.' : 'The server is busy or about to stop.';
    return new ServiceError(what, status, asked > 0 ? Math.min(asked, 60) : 2);
  }
  if (status === 413) return new ServiceError(`The text is too long for this server. ${told}`.trim(), status, null);
  if (status === 502 || status === 504) return new ServiceError(GONE, status, 2);
  const prefix = status >= 500 ? `The server failed (${status})` : `The server refused this (${status})`;
  return new ServiceError(`${prefix}: ${told || response.statusText || 'no reason given'}`, status, null);
}

async function ask(path: string, init: RequestInit): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ServiceError(GONE, 0, 2);
  }
  if (!response.ok) throw await errorOf(response);
  try {
    return await response.json();
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ServiceError('The answer of the server cannot be read.', response.status, null);
  }
}

export async function fetchModels(): Promise<ModelList> {
  return (await ask('models', {})) as ModelList;
}

export async function fetchTrees(request: ParseRequest, signal: AbortSignal): Promise<ParseAnswer> {
  const answer = (await ask('parse', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
    signal,
  })) as ParseAnswer;
  for (const document of answer.documents) for (const sentence of document.sentences) tidy(sentence);
  return answer;
}

/** Unknown values are told in several ways; the page knows one. */
function tidy(sentence: Sentence): void {
  sentence.multiword ??= [];
  sentence.text ??= '';
  for (const token of sentence.tokens) {
    for (const key of ['lemma', 'upos', 'xpos', 'feats', 'deprel', 'misc'] as const) {
      const value = token[key] as string | null | undefined;
      if (value === null || value === '' || (value === '_' && !(key === 'lemma' && token.form === '_'))) token[key] = undefined;
    }
    const head = token.head as unknown;
    if (typeof head !== 'number' || head < 0) token.head = undefined;
  }
}
