import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { Page } from '../../parts/page.tsx';
import { texts } from '../../texts/texts.ts';
import { AccountSection } from './account-section.tsx';
import { AuditLog } from './audit-log.tsx';
import { DeleteAccount } from './delete-account.tsx';
import styles from './page.module.css';
import { PasswordSection } from './password-section.tsx';
import { PlanSection } from './plan-section.tsx';
import { Sessions } from './sessions.tsx';
import { ExportSection } from './transfer/export-section.tsx';
import { ImportSection } from './transfer/import-section.tsx';
import { WebhookPanel } from './webhooks/webhook-panel.tsx';
import { Webhooks } from './webhooks/webhooks.tsx';

export const page = createLazyRoute('/signed-in/settings')({ component: SettingsPage });

function SettingsPage() {
  const { webhook } = page.useSearch();
  const navigate = useNavigate();
  const close = () => void navigate({ to: '/settings', search: {}, resetScroll: false });
  return (
    <Page
      title={texts.settings.title}
      lead={<Contents />}
      panel={webhook !== undefined && <WebhookPanel key={webhook} id={webhook} onClose={close} />}
    >
      <div className={styles['sections']}>
        <AccountSection />
        <PlanSection />
        <PasswordSection />
        <Sessions />
        <Webhooks selected={webhook} />
        <ExportSection />
        <ImportSection />
        <AuditLog />
        <DeleteAccount />
      </div>
    </Page>
  );
}

/** Links to the sections, so that all of them are visible without scrolling. */
function Contents() {
  const { account, plan, password, sessions, webhooks, transfer, audit, remove } = texts.settings;
  const sections = { account, plan, password, sessions, webhooks, ...transfer, audit, remove };
  return (
    <nav aria-label={texts.settings.contents}>
      <ul className={styles['contents']}>
        {Object.entries(sections).map(([id, { title }]) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
