import { guides } from 'virtual:guides';
import { type FormEvent, type MouseEvent, Suspense, use, useEffect } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { PageHeading } from '../../layout/page-heading.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NotFoundPage } from '../not-found-page.tsx';
import './guide.css';

type Guide = (typeof guides)[number];

/** One guide: its text, the list of its sections, and the way to the other guides. */
export function GuidePage() {
  const { name } = useParams();
  const guide = guides.find((one) => one.name === name);
  useEffect(() => {
    if (guide !== undefined) document.title = `${guide.title} · DTF explorer`;
  }, [guide]);
  if (guide === undefined) return <NotFoundPage />;
  return (
    <>
      <PageHeading heading={guide.title} lede={guide.description} queryUrl={null} />
      <div className="guide">
        <GuideNav current={guide} />
        <Suspense fallback={<Skeleton height="60vh" />}>
          <GuideText key={guide.name} text={textOf(guide)} />
        </Suspense>
      </div>
    </>
  );
}

/** The search, and the list of all guides with the sections of the current one. */
function GuideNav({ current }: { readonly current: Guide }) {
  const navigate = useNavigate();
  const groups = Object.entries(Object.groupBy(guides, ({ group }) => group));
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const search = String(new FormData(event.currentTarget).get('search') ?? '').trim();
    void navigate(`/guides${search === '' ? '' : `?search=${encodeURIComponent(search)}`}`);
  };
  return (
    <div className="guide-nav small">
      <form onSubmit={onSubmit}>
        <TextField
          label="Search the guides"
          name="search"
          type="search"
          placeholder="Topic, setting, error code"
        />
      </form>
      <nav aria-label="Guides">
        <Link to="/guides">All guides</Link>
        {groups.map(([group, members = []]) => (
          <details key={group} open={group === current.group}>
            <summary>{group}</summary>
            <ul>
              {members.map(({ name, title, sections }) => (
                <li key={name}>
                  <Link
                    to={`/guides/${name}`}
                    aria-current={name === current.name ? 'page' : undefined}
                  >
                    {title}
                  </Link>
                  {name === current.name && (
                    <ul className="guide-sections">
                      {sections.map((section) => (
                        <li key={section.id}>
                          <a href={`#${section.id}`}>{section.title}</a>
                        </li>
                      ))}
                    </ul>
                  )}
                </li>
              ))}
            </ul>
          </details>
        ))}
      </nav>
    </div>
  );
}

const texts = new Map<string, ReturnType<Guide['load']>>();

/** Returns the same promise for each render, as `use` needs. */
function textOf({ name, load }: Guide): ReturnType<Guide['load']> {
  const known = texts.get(name) ?? load();
  texts.set(name, known);
  return known;
}

/** Milliseconds for which a button says that it has copied. */
const confirmation = 2000;

/** Copies the code beside a button, and says so in the button. */
async function copyCode(button: HTMLButtonElement) {
  const code = button.closest('.code-block')?.querySelector('code');
  if (!code) return;
  try {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = 'Copied';
  } catch {
    // Without the permission, or over plain HTTP: the keys of the browser copy what is selected.
    getSelection()?.selectAllChildren(code);
    button.textContent = 'Selected';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
  }, confirmation);
}

function GuideText({ text }: { readonly text: ReturnType<Guide['load']> }) {
  const { html } = use(text);
  const { hash } = useLocation();
  const navigate = useNavigate();
  // The section of the address is there only now.
  useEffect(() => {
    if (hash !== '') document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [hash]);
  /** Copies a block of code. Links among guides stay within the application. */
  const onClick = (event: MouseEvent) => {
    const target = event.target as HTMLElement;
    const copy = target.closest<HTMLButtonElement>('.code-head button');
    if (copy !== null) void copyCode(copy);
    const link = target.closest('a');
    const address = link?.getAttribute('href') ?? '';
    if (!address.startsWith('/guides/') || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    void navigate(address);
  };
  return (
    // The links in the text have the keys; this only catches where they lead.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      className="prose"
      onClick={onClick}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered from docs/ by the build
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
