import { useNavigate } from '@tanstack/react-router';
import { useAccount } from '../api/account.ts';
import { forgetAccount } from '../api/query-client.ts';
import { signOut } from '../api/session.ts';
import { sendDeferred } from '../parts/deferred.ts';
import { Icon } from '../parts/icon.tsx';
import { Menu, MenuChoice, MenuItem, MenuLabel } from '../parts/menu.tsx';
import { addToast } from '../parts/toasts.ts';
import { texts } from '../texts/texts.ts';
import styles from './account-menu.module.css';
import { chooseLanguage, chooseTheme, languages, readLanguage, readTheme, themes } from './preferences.ts';

/** The account, how the pages look, and the way out. */
export function AccountMenu() {
  const { email, phone } = useAccount();
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    try {
      await sendDeferred();
      await signOut();
    } catch (error) {
      addToast({ text: error instanceof Error ? error.message : texts.common.failed });
      return;
    }
    forgetAccount();
    await navigate({ to: '/sign-in' });
  };
  const trigger = (
    <button type="button" className={styles['trigger']} aria-label={`${texts.common.account}: ${email ?? phone}`}>
      <Icon name="user" size={20} />
      <span>{email ?? phone}</span>
    </button>
  );
  return (
    <div className={styles['menu']}>
      <Menu trigger={trigger}>
        <MenuLabel>{email ?? phone}</MenuLabel>
        <MenuChoice
          label={texts.common.theme}
          value={readTheme()}
          choices={themes.map((theme) => [theme, texts.common.themes[theme]])}
          onChoose={chooseTheme}
        />
        <MenuChoice
          label={texts.common.language}
          value={readLanguage()}
          choices={languages.map((language) => [language, texts.common.languages[language]])}
          onChoose={chooseLanguage}
        />
        <MenuItem onSelect={() => void leave()}>{texts.common.signOut}</MenuItem>
      </Menu>
    </div>
  );
}
