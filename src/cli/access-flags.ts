// What the commands that fetch from the live web have in common: whom they may ask, and who asks.

/** Flags that say where connections may go. */
export const ACCESS_FLAGS = {
  contact: {
    type: 'string',
    placeholder: 'ADDRESS',
    help: 'your email or web address, sent in the User-Agent; required for public hosts',
  },
  allowPrivate: {
    type: 'boolean',
    help: 'connect to private and loopback addresses as well',
  },
  resolve: {
    type: 'string',
    repeatable: true,
    placeholder: 'PATTERN=ADDR:PORT',
    help: 'send requests for these hosts there, such as *.test=127.0.0.1:8099',
  },
  proxy: {
    type: 'string',
    placeholder: 'URL',
    help: 'connect through this HTTP proxy, such as http://proxy.example:3128; addresses are checked as without',
  },
  port: {
    type: 'integer',
    repeatable: true,
    min: 1,
    max: 65_535,
    placeholder: 'PORT',
    help: 'a port to allow besides 80, 443 and those of the seed URLs',
  },
} as const;
