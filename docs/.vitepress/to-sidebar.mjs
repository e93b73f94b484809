import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Makes the sidebar of the overview of the documentation, so that both have the same pages. */
export function toSidebar(docs) {
  const [, ...sections] = readFileSync(join(docs, 'README.md'), 'utf8').split(/^## /m);
  return sections.map((section) => {
    const pages = linksOf(section, '').flatMap((page) =>
      // This page lists the others of its folder.
      page.link === '/guides/' ? [page, ...linksOfPage(docs, page.link)] : [page],
    );
    return { text: section.split('\n', 1)[0], items: withoutRepetition(pages), collapsed: false };
  });
}

function linksOfPage(docs, folder) {
  return linksOf(readFileSync(join(docs, folder, 'README.md'), 'utf8'), folder.slice(1));
}

/** Returns the links of a text that stay within the documentation. */
function linksOf(text, folder) {
  return [...text.matchAll(/\[([^\]]+)\]\((?!\.\.|https?:)([^)#]+)\.md\)/g)].map(([, name, page]) => {
    const path = join('/', folder, page);
    return {
      text: name[0].toUpperCase() + name.slice(1),
      link: path.endsWith('/README') ? `${dirname(path)}/` : path,
    };
  });
}

function withoutRepetition(pages) {
  return pages.filter(({ link }, index) => pages.findIndex((page) => page.link === link) === index);
}
