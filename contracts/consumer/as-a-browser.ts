import axios from 'axios';

// The services read files as blobs, which axios supports only with the adapter for browsers. This is the one that Node has too.
axios.defaults.adapter = 'fetch';
