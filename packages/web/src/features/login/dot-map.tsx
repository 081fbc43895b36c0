import { message } from '../../messages/index.ts';
import classes from './dot-map.module.css';

/** Airports drawn by scripts/login-map.ts: those of the data set airports.csv that lie in the fifty states. */
const airports = 3348;

export function DotMap() {
  return (
    <figure className={classes.map}>
      <img src="/login-map.svg" alt="" width={890} height={578} decoding="async" />
      <figcaption>{message('login.map', { count: airports.toLocaleString('en-US') })}</figcaption>
    </figure>
  );
}
