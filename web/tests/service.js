// The service that the browser tests talk to: `espalier serve` where the program has it, else the mock.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startMock } from './mock.js';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const PROGRAM = resolve(process.env.ESPALIER ?? join(ROOT, 'build', 'espalier'));
const MODELS = join(ROOT, 'models');
const STAGES = ['tokenizer', 'tagger', 'parser'];
export const FOLDER = mkdtempSync(join(tmpdir(), 'espalier-page-'));

/** Small models of our samples: another parser of English, and one of constituents. */
function trainSamples() {
  const [small, brackets] = [join(FOLDER, 'en_small.model'), join(FOLDER, 'en_brackets.model')];
  execFileSync(PROGRAM, ['train', join(ROOT, 'samples/en.conllu'), '--recipe', 'transition-fast', '--epochs', '3', '-q', '-j', '2', '-o', small]);
  execFileSync(PROGRAM, ['train', join(ROOT, 'samples/en.mrg'), '--parser', 'constituency', '--only', 'parser', '--heads', 'english', '-q', '-j', '2', '-o', brackets]);
  return { small, brackets };
}

const freePort = () => new Promise((done) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port } = probe.address();
    probe.close(() => done(port));
  });
});

export const hasServe = () => spawnSync(PROGRAM, ['help', 'serve']).status === 0;

async function startServe(files, port) {
  const child = spawn(PROGRAM, ['serve', '--log', 'none', '--host', '127.0.0.1', '--port', String(port), ...files.flatMap((file) => ['-m', file])], { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}/`;
  const stop = () => new Promise((done) => {
    if (child.exitCode !== null) return done();
    child.on('exit', done);
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 5000).unref();
  });
  for (let i = 0; i < 150; ++i) {
    if (child.exitCode !== null) throw new Error('espalier serve ended');
    if (await fetch(`${url}health`).then((answer) => answer.ok, () => false)) return { url, stop };
    await new Promise((done) => setTimeout(done, 100));
  }
  await stop();
  throw new Error('espalier serve does not answer');
}

let trained;
/** { url, stop, kind }. The same port may be asked for again. */
export async function startService(port) {
  trained ??= trainSamples();
  const english = join(MODELS, 'en_ewt.model');
  const portuguese = join(MODELS, 'pt_bosque.model');
  if (hasServe()) {
    const service = await startServe([english, portuguese, trained.small, trained.brackets], port ?? (await freePort()));
    return { ...service, kind: 'serve' };
  }
  const service = await startMock({
    program: PROGRAM,
    port,
    models: {
      en_ewt: { file: english, stages: STAGES, details: { language: 'en', kind: 'graph', title: 'English' } },
      pt_bosque: { file: portuguese, stages: STAGES, details: { language: 'pt', kind: 'graph', title: 'Portuguese' } },
      en_small: { file: trained.small, stages: STAGES, details: { language: 'en', kind: 'transition', title: 'English, small' } },
      en_brackets: { file: trained.brackets, stages: ['parser'], details: { language: 'en', kind: 'constituency', title: 'English constituents' }, constituents: true },
    },
  });
  return { ...service, kind: 'mock' };
}
