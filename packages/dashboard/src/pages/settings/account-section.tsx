import { useAccount } from '../../api/account.ts';
import { formatDay } from '../../parts/format.ts';
import { Section } from '../../parts/section.tsx';
import { texts } from '../../texts/texts.ts';
import styles from './page.module.css';

/** Whose account it is. */
export function AccountSection() {
  const { id, email, phone, created_at } = useAccount();
  const words = texts.settings.account;
  return (
    <Section id="account" title={words.title}>
      <dl className={styles['details']}>
        <dt>{email === null ? words.phone : words.email}</dt>
        <dd>{email ?? phone}</dd>
        <dt>{words.id}</dt>
        <dd>
          <code>{id}</code>
        </dd>
        <dt>{words.since}</dt>
        <dd>{formatDay(created_at)}</dd>
      </dl>
    </Section>
  );
}
