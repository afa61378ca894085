// From a text and some models to trees: which requests are made, and in which order.
//
// All models get the words of the first one, so that their trees can be compared; each tags them itself if it can. A
// model that cannot cut text into words gets them from one that can.
import { fetchTrees, type ModelList, type ParseRequest } from './api';
import { looksLikeBrackets, readBrackets, sentenceOfBrackets } from './brackets';
import { looksLikeConllu, readConllu, withConstraints, writeWords, type Constraint } from './conllu';
import type { Sentence } from './sentence';
import type { Options } from './share';

/** Stands for the trees that a pasted treebank has itself. */
export const GIVEN = '=given';

export interface Job {
  text: string;
  models: string[];
  options: Options;
  constraints: Constraint[];
}

export interface Result {
  model: string;
  sentences: Sentence[];
  /** As the server wrote it. */
  conllu: string;
  milliseconds?: number | undefined;
}

export type InputKind = 'text' | 'conllu' | 'brackets';

export function kindOf(text: string): InputKind {
  if (looksLikeConllu(text)) return 'conllu';
  return looksLikeBrackets(text) ? 'brackets' : 'text';
}

/** The trees of the text itself. Throws for what is no treebank. */
export function givenTrees(text: string): Result {
  if (kindOf(text) === 'conllu') {
    return { model: GIVEN, sentences: readConllu(text).map((block) => block.sentence), conllu: text };
  }
  const sentences = readBrackets(text).map(({ tree, from, to }) => sentenceOfBrackets(tree, text.slice(from, to)));
  return { model: GIVEN, sentences, conllu: writeWords(sentences) };
}

const can = (list: ModelList, model: string, stage: string): boolean => list.models[model]?.includes(stage) ?? false;

/** A model that cuts text into words for one that does not: of its language, if there is one. */
export function wordFinderFor(list: ModelList, model: string): string | null {
  const names = Object.keys(list.models).filter((name) => can(list, name, 'tokenizer'));
  const language = list.details?.[model]?.language;
  const same = names.find((name) => language && list.details?.[name]?.language === language);
  return same ?? names.find((name) => name === list.default_model) ?? names[0] ?? null;
}

export class Parser {
  private freeKey = '';
  private free: Result[] = [];

  constructor(private readonly list: ModelList) {}

  /** The trees of each model, in order. */
  async parse(job: Job, signal: AbortSignal): Promise<Result[]> {
    const key = JSON.stringify([job.text, job.models, job.options]);
    if (key !== this.freeKey) {
      const free = await this.parseFreely(job, signal);
      [this.freeKey, this.free] = [key, free];
    }
    if (job.constraints.length === 0) return this.free;
    const out: Result[] = [];
    for (const result of this.free) {
      if (result.model === GIVEN) out.push(result);
      else out.push(await this.ask({ conllu: withConstraints(result.conllu, job.constraints), constraints: true }, result.model, job, signal));
    }
    return out;
  }

  private async parseFreely(job: Job, signal: AbortSignal): Promise<Result[]> {
    const out: Result[] = [];
    for (const model of job.models) {
      if (model === GIVEN) {
        out.push(givenTrees(job.text));
        continue;
      }
      const words = out[0]?.conllu ?? (await this.wordsFor(model, job, signal));
      if (words === null) out.push(await this.ask({ text: job.text, lines: job.options.lines }, model, job, signal));
      else out.push(await this.ask({ conllu: words, ...(out[0] && can(this.list, model, 'tagger') ? { retag: true } : {}) }, model, job, signal));
    }
    return out;
  }

  /** CoNLL-U for the first model; null where it takes the text itself. */
  private async wordsFor(model: string, job: Job, signal: AbortSignal): Promise<string | null> {
    const kind = kindOf(job.text);
    if (kind === 'conllu') return job.text.endsWith('\n') ? job.text : `${job.text}\n\n`;
    if (kind === 'brackets') return givenTrees(job.text).conllu;
    if (can(this.list, model, 'tokenizer')) return null;
    const finder = wordFinderFor(this.list, model);
    if (finder === null) throw new Error('This model takes words, not text, and there is no model that finds them: paste CoNLL-U.');
    const answer = await fetchTrees({ text: job.text, lines: job.options.lines, model: finder, last: 'tags' }, signal);
    return answer.documents[0]?.conllu ?? '';
  }

  private async ask(input: ParseRequest, model: string, job: Job, signal: AbortSignal): Promise<Result> {
    const { options } = job;
    const request: ParseRequest = { ...input, model };
    if (options.confidence && !this.list.details?.[model]?.constituents) request.confidence = true;
    if (options.projective) request.projective = true;
    if (options.beam > 0) request.beam = options.beam;
    const answer = await fetchTrees(request, signal);
    const document = answer.documents[0] ?? { sentences: [], conllu: '' };
    return { model, sentences: document.sentences, conllu: document.conllu, milliseconds: answer.milliseconds };
  }
}
