type CreatorTextsProps = {
  readonly description: string | null;
  readonly website: string | null;
  readonly video: string | null;
  readonly image: string | null;
};

/**
 * Shows what the creator of a fund or a batch says of it. A picture is a link, because pages load no
 * pictures of other sites.
 */
export function CreatorTexts({ description, website, video, image }: CreatorTextsProps) {
  const links = [
    ['Website', website],
    ['Video', video],
    ['Picture', image],
  ] as const;
  return (
    <>
      {description !== null && <p className="creator-text">{description}</p>}
      <ul className="creator-links small">
        {links.map(
          ([label, url]) =>
            url !== null && (
              <li key={label}>
                <a href={url} rel="noreferrer nofollow ugc" title={url}>
                  {label} ({new URL(url).host})
                </a>
              </li>
            ),
        )}
      </ul>
    </>
  );
}
