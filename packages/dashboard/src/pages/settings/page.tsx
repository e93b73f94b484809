import { createLazyRoute } from '@tanstack/react-router';
import { Page } from '../../parts/page.tsx';
import { texts } from '../../texts/texts.ts';
import { AccountSection } from './account-section.tsx';
import { AuditLog } from './audit-log.tsx';
import { DeleteAccount } from './delete-account.tsx';
import styles from './page.module.css';
import { PasswordSection } from './password-section.tsx';
import { PlanSection } from './plan-section.tsx';
import { Sessions } from './sessions.tsx';

export const page = createLazyRoute('/signed-in/settings')({ component: SettingsPage });

function SettingsPage() {
  return (
    <Page title={texts.settings.title}>
      <div className={styles['sections']}>
        <AccountSection />
        <PlanSection />
        <PasswordSection />
        <Sessions />
        <AuditLog />
        <DeleteAccount />
      </div>
    </Page>
  );
}
