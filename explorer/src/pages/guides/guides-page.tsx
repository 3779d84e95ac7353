import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { PageHeading } from '../../layout/page-heading.tsx';
import { formatCount } from '../../lib/format.ts';
import { TextField } from '../../ui/fields.tsx';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { pageHeads } from '../page-heads.ts';
import { type FoundGuide, searchGuides, useGuideTexts } from './guide-search.ts';

/** The list of all guides with their sections, and a field that filters it. */
export function GuidesPage() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  useEffect(() => {
    document.title = `${pageHeads.guides.title} · DTF explorer`;
  }, []);
  const found = searchGuides(search, useGuideTexts(search !== ''));
  const groups = Object.entries(Object.groupBy(found, ({ group }) => group));
  return (
    <>
      <PageHeading heading={pageHeads.guides.title} lede={pageHeads.guides.lede} queryUrl={null} />
      <div className="filters">
        <TextField
          label="Search the guides"
          type="search"
          placeholder="Topic, setting, error code"
          value={search}
          onChange={({ target }) =>
            setParams(target.value === '' ? {} : { search: target.value }, { replace: true })
          }
        />
      </div>
      <div className="stack">
        {groups.length === 0 && <EmptyNote>No guide contains these words.</EmptyNote>}
        {groups.map(([group, members = []]) => (
          <PageSection key={group} title={group}>
            <GuideList group={group} guides={members} search={search} />
          </PageSection>
        ))}
      </div>
    </>
  );
}

/** The guides of a group; decisions, which are many and seldom read, have a line each and are closed. */
function GuideList(props: {
  readonly group: string;
  readonly guides: readonly FoundGuide[];
  readonly search: string;
}) {
  const { group, guides, search } = props;
  const isFolded = group === 'Decisions' && search === '';
  const list = (
    <ul className={isFolded ? 'guide-list lines' : 'guide-list'}>
      {guides.map((guide) => (
        <li key={guide.name}>
          <Link to={`/guides/${guide.name}`}>{guide.title}</Link>
          <div>
            <p>{guide.description}</p>
            {search === '' ? <Sections guide={guide} /> : <Matches guide={guide} />}
          </div>
        </li>
      ))}
    </ul>
  );
  if (!isFolded) return list;
  return (
    <details className="folded">
      <summary>
        {formatCount(guides.length, 'decision')}: context, choice, what was rejected, consequence
      </summary>
      {list}
    </details>
  );
}

/** The sections of a guide; those of the quick start are its steps, which stand in the list. */
function Sections({ guide: { name, sections } }: { readonly guide: FoundGuide }) {
  if (name !== quickStart) return null;
  return (
    <ol className="guide-steps small">
      {sections.map((section) => (
        <li key={section.id}>
          <Link to={`/guides/${name}#${section.id}`}>{section.title}</Link>
        </li>
      ))}
    </ol>
  );
}

const quickStart = 'quick-start';

/** Most sections that are listed for one guide. */
const maxSections = 6;

const Matches = ({ guide: { name, found } }: { readonly guide: FoundGuide }) => (
  <ul className="small">
    {found.slice(0, maxSections).map(({ id, title, excerpt }) => (
      <li key={id}>
        {id !== '' && <Link to={`/guides/${name}#${id}`}>{title}</Link>}{' '}
        {excerpt !== null && <span className="muted">{excerpt}</span>}
      </li>
    ))}
    {found.length > maxSections && (
      <li className="muted">and {formatCount(found.length - maxSections, 'more section')}</li>
    )}
  </ul>
);
