import { Outlet } from '@tanstack/react-router';
import { connection } from '../api/connection.ts';
import { texts } from '../texts/texts.ts';
import styles from './frame.module.css';
import { Rail } from './rail.tsx';

/** The parts around all pages of an account. */
export function Frame() {
  const isLost = connection.use() === 'lost';
  return (
    <div className={styles['frame']}>
      <a className={styles['skip']} href="#content">
        {texts.common.skip}
      </a>
      <Rail />
      <div className={styles['area']}>
        <div role="status" className={styles['connection']}>
          {isLost && <p>{texts.common.offline}</p>}
        </div>
        <Outlet />
      </div>
    </div>
  );
}
