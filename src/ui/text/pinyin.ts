// Only how single characters are read: a short title is typed by any of its readings, and sentences would need twice the data.
export { polyphonic } from 'pinyin-pro';
