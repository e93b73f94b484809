import type { ApiKey } from '@mnema/sdk';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { mnema } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialog.tsx';
import { FormMessage } from '../../parts/form-message.tsx';
import { formatExact } from '../../parts/format.ts';
import { Panel } from '../../parts/panel.tsx';
import { ErrorText } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { addToast } from '../../parts/toasts.ts';
import { texts } from '../../texts/texts.ts';
import { describeRestriction, describeScopes, isLive, KeyState, stateOf } from './key-state.tsx';
import styles from './page.module.css';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

const unusedMs = 30 * 24 * 60 * 60_000;

interface KeyPanelProps {
  apiKey: ApiKey | undefined;
  onChange: () => void;
  onClose: () => void;
}

/** One key, with its actions. */
export function KeyPanel({ apiKey, onChange, onClose }: KeyPanelProps) {
  const [asked, setAsked] = useState<'rotate' | 'revoke'>();
  const words = texts.apiKeys.panel;
  return (
    <Panel title={apiKey?.label ?? words.missingTitle} onClose={onClose}>
      {apiKey === undefined && <p>{words.missing}</p>}
      {apiKey && (
        <>
          <KeyDetails apiKey={apiKey} />
          {isLive(apiKey) && isUnused(apiKey) && <p className={styles['advice']}>{words.unused}</p>}
          {isLive(apiKey) && (
            <div className={styles['actions']}>
              {stateOf(apiKey) === 'active' && <Button onClick={() => setAsked('rotate')}>{words.rotate}</Button>}
              <Button onClick={() => setAsked('revoke')}>{words.revoke}</Button>
            </div>
          )}
          {asked === 'rotate' && (
            <RotateKeyDialog apiKey={apiKey} onRotate={onChange} onDone={onClose} onClose={() => setAsked(undefined)} />
          )}
          {asked === 'revoke' && (
            <RevokeKeyDialog
              apiKey={apiKey}
              onRevoke={() => {
                onChange();
                onClose();
              }}
              onClose={() => setAsked(undefined)}
            />
          )}
        </>
      )}
    </Panel>
  );
}

/** Returns true for a key that nothing has used for a month. */
function isUnused({ last_used_at, created_at }: ApiKey): boolean {
  return Date.now() - Date.parse(last_used_at ?? created_at) > unusedMs;
}

function KeyDetails({ apiKey }: { apiKey: ApiKey }) {
  const { key_prefix, scopes, restrict, created_at, expires_at, last_used_at, revoked_at, replaced_by } = apiKey;
  const words = texts.apiKeys.panel;
  const rows: [string, React.ReactNode][] = [
    [words.state, <KeyState key="state" apiKey={apiKey} />],
    [words.key, <code key="key">{key_prefix}…</code>],
    [words.scopes, describeScopes(scopes)],
    [words.restrict, describeRestriction(restrict)],
    [words.used, last_used_at === null ? texts.common.never : <Time key="used" value={last_used_at} />],
    [words.created, formatExact(created_at)],
    [words.expires, expires_at === null ? texts.common.never : formatExact(expires_at)],
  ];
  if (revoked_at !== null) rows.push([words.revoked, formatExact(revoked_at)]);
  if (replaced_by !== null) {
    rows.push([
      words.replacedBy,
      <Link key="by" to="/api-keys" search={{ id: replaced_by }}>
        {words.replacement}
      </Link>,
    ]);
  }
  return (
    <>
      <dl className={styles['details']}>
        {rows.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles['more']}>
        <Link to="/requests" search={{ key: key_prefix }}>
          {words.requests}
        </Link>
      </p>
    </>
  );
}

interface RevokeKeyDialogProps {
  apiKey: ApiKey;
  onRevoke: () => void;
  onClose: () => void;
}

function RevokeKeyDialog({ apiKey, onRevoke, onClose }: RevokeKeyDialogProps) {
  const words = texts.apiKeys.revoke;
  const revoke = useMutation({
    mutationFn: () => mnema.apiKeys.revoke(apiKey.id),
    onSuccess() {
      addToast({ text: words.done(apiKey.label) });
      onRevoke();
    },
  });
  return (
    <ConfirmDialog
      title={words.title(apiKey.label)}
      confirm={words.confirm}
      isBusy={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <p>{words.text}</p>
      <FormMessage message={revoke.error && <ErrorText error={revoke.error} />} />
    </ConfirmDialog>
  );
}
