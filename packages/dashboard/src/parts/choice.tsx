import { useId } from 'react';
import styles from './choice.module.css';

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly (readonly [value: Value, text: string])[];
  onChoose: (value: Value) => void;
}

/** One of a few values, all of which are in sight. */
export function Choice<Value extends string>({ label, value, choices, onChoose }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles['choice']}>
      <legend>{label}</legend>
      {choices.map(([one, text]) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === value} onChange={() => onChoose(one)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
