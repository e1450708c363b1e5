import axios from 'axios';

// The services read files as blobs, which of axios' ways only those of the browser give; this is the one that Node has too.
axios.defaults.adapter = 'fetch';
