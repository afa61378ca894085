import './drawing.css';
import './page.css';
import { fetchModels, type ModelList } from './api';
import { CurateView } from './curate_view';
import { byId } from './dom';
import { ParseView } from './parse_view';
import { fromHash, toHash } from './share';
import { Trouble } from './status';
import { startTheme } from './theme';
import { hideTooltip } from './tooltip';

type Tab = 'parse' | 'curate';
const TABS: readonly Tab[] = ['parse', 'curate'];

let tab: Tab = 'parse';
let parseView: ParseView | null = null;
const curateView = new CurateView();
/** What this page wrote into the address last, so that it knows when someone else did. */
let written = '';

function writeHash(): void {
  const shared = tab === 'curate' || !parseView ? { ...fromHash(location.hash), tab } : { ...parseView.shared(), tab };
  written = toHash(shared);
  history.replaceState(null, '', written || location.pathname + location.search);
}

function showTab(next: Tab): void {
  tab = next;
  hideTooltip();
  for (const each of TABS) {
    const chosen = each === next;
    byId(`tab-${each}`).setAttribute('aria-selected', String(chosen));
    byId(`tab-${each}`).tabIndex = chosen ? 0 : -1;
    byId(`panel-${each}`).hidden = !chosen;
  }
  curateView.setActive(next === 'curate');
}

function startTabs(): void {
  for (const each of TABS) {
    byId(`tab-${each}`).addEventListener('click', () => {
      showTab(each);
      writeHash();
    });
    byId(`tab-${each}`).addEventListener('keydown', (event) => {
      if (!/^Arrow(Left|Right)$/.test(event.key)) return;
      const other = TABS[(TABS.indexOf(each) + 1) % TABS.length]!;
      showTab(other);
      writeHash();
      byId(`tab-${other}`).focus();
    });
  }
}

const trouble = new Trouble(() => void startParsing());

async function startParsing(): Promise<void> {
  let list: ModelList;
  try {
    list = await fetchModels();
  } catch (error) {
    trouble.show(error);
    return;
  }
  trouble.clear();
  parseView = new ParseView(list, () => {
    if (tab === 'parse') writeHash();
  });
  byId('share').addEventListener('click', () => void parseView?.share());
  parseView.start(fromHash(location.hash));
}

window.addEventListener('hashchange', () => {
  if (location.hash === written) return;
  const shared = fromHash(location.hash);
  showTab(shared.tab);
  if (shared.tab === 'parse') parseView?.start(shared);
});

// A real jump would change the hash, which holds the text.
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  byId('main').focus();
});

startTheme();
startTabs();
showTab(fromHash(location.hash).tab);
void startParsing();
