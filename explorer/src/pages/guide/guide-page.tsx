import { guides } from 'virtual:guides';
import { type MouseEvent, Suspense, use, useEffect } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { PageHeading } from '../../layout/page-heading.tsx';
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
      <PageHeading heading={guide.title} lede={guide.group} queryUrl={null} />
      <div className="guide">
        <nav aria-label="Sections" className="small">
          <Link to="/guides">All guides</Link>
          <ul>
            {guide.sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <Suspense fallback={<Skeleton height="60vh" />}>
          <GuideText key={guide.name} text={textOf(guide)} />
        </Suspense>
      </div>
    </>
  );
}

const texts = new Map<string, ReturnType<Guide['load']>>();

/** Returns the same promise for each render, as `use` needs. */
function textOf({ name, load }: Guide): ReturnType<Guide['load']> {
  const known = texts.get(name) ?? load();
  texts.set(name, known);
  return known;
}

function GuideText({ text }: { readonly text: ReturnType<Guide['load']> }) {
  const { html } = use(text);
  const { hash } = useLocation();
  const navigate = useNavigate();
  // The section of the address is there only now.
  useEffect(() => {
    if (hash !== '') document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [hash]);
  /** Links among guides stay within the application. */
  const onClick = (event: MouseEvent) => {
    const link = (event.target as HTMLElement).closest('a');
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
