import { Button } from '../../../parts/button.tsx';
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx';
import { SecretOnce } from '../../../parts/secret-once.tsx';
import { texts } from '../../../texts/texts.ts';

interface WebhookSecretProps {
  secret: string;
  /** The effect on the old secret. */
  note?: string;
  onDone: () => void;
}

/** Shows the secret of a webhook once. */
export function WebhookSecret({ secret, note, onDone }: WebhookSecretProps) {
  const words = texts.settings.webhooks.secret;
  return (
    <Dialog title={words.title} isClosable={false} onClose={onDone}>
      <SecretOnce secret={secret} text={words.once} copy={words.copy}>
        {note !== undefined && <p>{note}</p>}
        <p>{words.use}</p>
        <DialogButtons>
          <Button look="primary" onClick={onDone}>
            {words.done}
          </Button>
        </DialogButtons>
      </SecretOnce>
    </Dialog>
  );
}
