import { createLazyRoute, Link } from '@tanstack/react-router';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Page } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { texts } from '../../texts/texts.ts';
import { Arrival } from './arrival.tsx';
import styles from './page.module.css';
import { snippetsFor } from './snippets.ts';

export const page = createLazyRoute('/signed-in/connect')({ component: ConnectPage });

function ConnectPage() {
  const words = texts.connect;
  const tabs = snippetsFor(location.origin).map(({ id, name, code }) => ({
    id,
    label: name,
    content: (
      <>
        {id === 'mcp' && <p className={styles['hint']}>{words.snippets.mcp}</p>}
        <CodeBlock code={code} label={words.snippets.code(name)} />
      </>
    ),
  }));
  return (
    <Page title={words.title} lead={words.lead}>
      <div className={styles['steps']}>
        <Section title={words.key.title}>
          <p>
            {words.key.text} <Link to="/api-keys">{words.key.link}</Link>
          </p>
          <p className={styles['hint']}>{words.key.after}</p>
        </Section>
        <Section title={words.snippets.title}>
          <Tabs label={words.snippets.label} tabs={tabs} />
        </Section>
        <Section title={words.check.title}>
          <Arrival />
        </Section>
      </div>
    </Page>
  );
}
