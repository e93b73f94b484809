import styles from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

/** Code or JSON that the person may copy. @param label names it for screen readers */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div className={styles['block']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and only a focused element scrolls by keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre>{code}</pre>
      </section>
      <CopyButton text={code} />
    </div>
  );
}
