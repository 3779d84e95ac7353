import { guides } from 'virtual:guides';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { PageHeading } from '../../layout/page-heading.tsx';
import { TextField } from '../../ui/fields.tsx';
import { EmptyNote, PageSection } from '../../ui/page-section.tsx';
import { pageHeads } from '../page-heads.ts';

/** The list of all guides with their sections, and a field that filters it. */
export function GuidesPage() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  useEffect(() => {
    document.title = `${pageHeads.guides.title} · DTF explorer`;
  }, []);
  const words = search.toLowerCase().split(/\s+/);
  const found = guides
    .map((guide) => ({
      ...guide,
      sections: guide.sections.filter(({ title }) => hasAll(`${guide.title} ${title}`, words)),
    }))
    .filter(({ title, sections }) => sections.length > 0 || hasAll(title, words));
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
        {groups.length === 0 && <EmptyNote>No guide has a section of this name.</EmptyNote>}
        {groups.map(([group, members = []]) => (
          <PageSection key={group} title={group}>
            <ul className="guide-list">
              {members.map(({ name, title, sections }) => (
                <li key={name}>
                  <Link to={`/guides/${name}`}>{title}</Link>
                  <span className="small muted">
                    {sections.map((section, index) => (
                      <span key={section.id}>
                        {index > 0 && ' · '}
                        <Link to={`/guides/${name}#${section.id}`}>{section.title}</Link>
                      </span>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          </PageSection>
        ))}
      </div>
    </>
  );
}

const hasAll = (text: string, words: readonly string[]) =>
  words.every((word) => text.toLowerCase().includes(word));
