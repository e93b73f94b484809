import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { DialogButtons } from '../../parts/dialog.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { texts } from '../../texts/texts.ts';
import styles from './page.module.css';
import { type NewKey, snippetsWith } from './snippets.ts';

interface NewSecretProps {
  made: NewKey;
  /** Further information, such as when the old key ends. */
  note?: string;
  onDone: () => void;
}

/** A key that is shown only now, with code that uses it. */
export function NewSecret({ made, note, onDone }: NewSecretProps) {
  const words = texts.apiKeys.secret;
  const tabs = snippetsWith(made, location.origin).map(({ id, name, code, needsVariable }) => ({
    id,
    label: name,
    content: (
      <>
        {needsVariable && <p className={styles['hint']}>{words.variable}</p>}
        {id === 'mcp' && <p className={styles['hint']}>{texts.connect.snippets.mcp}</p>}
        <div className={styles['snippet']}>
          <CodeBlock code={code} label={texts.connect.snippets.code(name)} />
        </div>
      </>
    ),
  }));
  return (
    <SecretOnce secret={made.key} text={words.once} copy={words.copy}>
      {note !== undefined && <p>{note}</p>}
      <Tabs label={texts.connect.snippets.label} tabs={tabs} />
      <DialogButtons>
        <Button look="primary" onClick={onDone}>
          {words.done}
        </Button>
      </DialogButtons>
    </SecretOnce>
  );
}
