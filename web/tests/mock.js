// A stand-in for `espalier serve`: the same answers, made by running the program once for each request. For the page's
// tests alone; slow, and no limits.
import { execFile } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIST = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
export const POLICY = "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'";

function run(program, args, input) {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { maxBuffer: 1 << 28 }, (error, out, said) => (error ? reject(new Error(said.trim())) : resolve(out)));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

const known = (value) => (value === '_' ? undefined : value);

function tokenOf(fields, confidence) {
  const conf = /(?:^|\|)Conf=([\d.]+)/.exec(fields[9])?.[1];
  return {
    id: Number(fields[0]), form: fields[1], lemma: known(fields[2]), upos: known(fields[3]), xpos: known(fields[4]), feats: known(fields[5]),
    head: fields[6] === '_' ? undefined : Number(fields[6]), deprel: known(fields[7]), misc: known(fields[9]),
    ...(confidence && conf ? { confidence: Number(conf) } : {}),
  };
}

function sentencesOf(conllu, confidence) {
  return conllu.split('\n\n').filter((each) => each.trim()).map((block) => {
    const out = { text: '', comments: [], tokens: [], multiword: [] };
    for (const line of block.split('\n').filter(Boolean)) {
      if (line.startsWith('#')) {
        out.comments.push(line);
        out.text = /^# text = (.*)/.exec(line)?.[1] ?? out.text;
        continue;
      }
      const fields = line.split('\t');
      const range = /^(\d+)-(\d+)$/.exec(fields[0]);
      if (range) out.multiword.push({ first: Number(range[1]), last: Number(range[2]), form: fields[1] });
      else if (/^\d+$/.test(fields[0])) out.tokens.push(tokenOf(fields, confidence));
    }
    return out;
  });
}

function argumentsOf(request, model) {
  const verb = request.last === 'tokens' ? 'tokenize' : request.last === 'tags' ? 'tag' : 'parse';
  const args = [verb, '-m', model.file, '-q', '--to', 'conllu'];
  if (request.conllu !== undefined) args.push('--from', 'conllu');
  else args.push('--from', 'text', ...(request.lines ? ['--lines', request.lines] : []));
  if (verb !== 'parse') return args;
  for (const flag of ['confidence', 'constraints', 'retag', 'projective']) if (request[flag]) args.push(`--${flag}`);
  if (request.beam) args.push('--beam', String(request.beam));
  return args;
}

async function parse(program, models, request) {
  const model = models[request.model ?? Object.keys(models)[0]];
  if (!model) throw new Error(`there is no model ${request.model}`);
  const input = request.conllu ?? request.text;
  if (input === undefined) throw new Error('give text, texts or conllu');
  if (!model.constituents || request.last) {
    const conllu = await run(program, argumentsOf(request, model), input);
    return { sentences: sentencesOf(conllu, request.confidence), conllu };
  }
  // Constituents come as brackets; words and tags stay as they were given.
  const penn = await run(program, ['parse', '-m', model.file, '-q', '--from', 'conllu', '--to', 'penn'], input);
  const trees = penn.split('\n').filter(Boolean);
  const sentences = sentencesOf(input, false).map((each, i) => ({ ...each, tokens: each.tokens.map((token) => ({ ...token, head: undefined, deprel: undefined })), constituents: trees[i] }));
  return { sentences, conllu: input };
}

const body = async (request) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
};

/** `models`: { NAME: { file, stages, details, constituents } }, the default first. */
export function startMock({ program, models, port = 0 }) {
  const json = (response, status, value) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(value));
  };
  const serveFile = (path, response) => {
    const file = join(DIST, normalize(path === '/' ? '/index.html' : path));
    if (!file.startsWith(DIST) || !existsSync(file)) return json(response, 404, { error: { status: 404, message: 'no such page' } });
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'text/plain', 'Content-Security-Policy': POLICY });
    createReadStream(file).pipe(response);
  };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname === '/health') return json(response, 200, { status: 'ok' });
    if (pathname === '/models') {
      const names = Object.entries(models);
      return json(response, 200, {
        models: Object.fromEntries(names.map(([name, each]) => [name, each.stages])),
        default_model: names[0][0],
        details: Object.fromEntries(names.map(([name, each]) => [name, { ...each.details, constituents: each.constituents ?? false }])),
      });
    }
    if (pathname !== '/parse') return serveFile(pathname, response);
    try {
      const asked = JSON.parse(await body(request));
      const begin = Date.now();
      const document = await parse(program, models, asked);
      json(response, 200, { model: asked.model, version: 'mock', milliseconds: Date.now() - begin, documents: [document] });
    } catch (error) {
      json(response, 400, { error: { status: 400, message: error.message } });
    }
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve({ url: `http://127.0.0.1:${server.address().port}/`, stop: () => { server.closeAllConnections(); return new Promise((done) => server.close(done)); } })));
}
