import { createLazyRoute } from '@tanstack/react-router';
import { Page } from '../../parts/page.tsx';
import { texts } from '../../texts/texts.ts';
import { Activity } from './activity.tsx';
import { Failures } from './failures.tsx';
import { LastRequests } from './last-requests.tsx';
import styles from './page.module.css';
import { Pending } from './pending.tsx';
import { UsageMeters } from './usage-meters.tsx';

export const page = createLazyRoute('/signed-in/')({ component: OverviewPage });

function OverviewPage() {
  return (
    <Page title={texts.overview.title} lead={texts.overview.lead}>
      <div className={styles['sections']}>
        <div className={styles['whole']}>
          <Activity />
        </div>
        <UsageMeters />
        <div className={styles['stack']}>
          <Pending />
          <Failures />
        </div>
        <div className={styles['whole']}>
          <LastRequests />
        </div>
      </div>
    </Page>
  );
}
