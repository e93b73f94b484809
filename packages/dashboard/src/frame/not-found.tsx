import { Page } from '../parts/page.tsx';
import { texts } from '../texts/texts.ts';

export function NotFound() {
  return (
    <Page title={texts.common.notFound.title}>
      <a href="/app/">{texts.common.notFound.link}</a>
    </Page>
  );
}
