import { Link } from '@tanstack/react-router';
import { navigation } from '../pages/navigation.ts';
import { Icon } from '../parts/icon.tsx';
import { texts } from '../texts/texts.ts';
import { AccountMenu } from './account-menu.tsx';
import styles from './rail.module.css';

/** The pages at the left; on a phone at the bottom. */
export function Rail() {
  return (
    <header className={styles['rail']}>
      <p className={styles['product']}>{texts.common.product}</p>
      <nav aria-label={texts.common.navigation}>
        <ul className={styles['pages']}>
          {navigation.map(({ to, page, icon }) => (
            <li key={to}>
              <Link to={to} className={styles['link']} activeOptions={{ exact: to === '/', includeSearch: false }}>
                <Icon name={icon} size={20} />
                <span>{texts[page].title}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <AccountMenu />
    </header>
  );
}
