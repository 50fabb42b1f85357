/** Hashes of other programs, all of one password. */

export const IMPORTED_PASSWORD = 'Correct-Horse-9 é';
/** Made by libxcrypt, Python's hashlib, Werkzeug and OpenSSL, with the lowest costs that are accepted. */
export const HASHES: readonly (readonly [kind: string, hash: string])[] = [
  ['bcrypt 2b', '$2b$08$abcdefghijklmnopqrstuuai6vyC/VZodPLk0vJ.iDbxYUALcw4ve'],
  ['bcrypt 2y', '$2y$08$abcdefghijklmnopqrstuuai6vyC/VZodPLk0vJ.iDbxYUALcw4ve'],
  ['bcrypt 2a', '$2a$08$abcdefghijklmnopqrstuuai6vyC/VZodPLk0vJ.iDbxYUALcw4ve'],
  ['Django bcrypt', 'bcrypt$$2b$08$abcdefghijklmnopqrstuuai6vyC/VZodPLk0vJ.iDbxYUALcw4ve'],
  ['Django bcrypt_sha256', 'bcrypt_sha256$$2b$08$abcdefghijklmnopqrstuuvqXqqjTmD4QNLRX4/FxHJxJ4Xx24Ys6'],
  ['WordPress 6.8', '$wp$2y$08$abcdefghijklmnopqrstuuWg8ZGBY0MXHYf/NOEDZX7bCz24WQJjq'],
  ['Django pbkdf2_sha1', 'pbkdf2_sha1$10000$saltysalt$3zYJXEPYRNkryuulbAu9eEZxN8A='],
  ['Django pbkdf2_sha256', 'pbkdf2_sha256$10000$saltysalt$x/Hu3sZ1d3gAHDZ32mtvlQvkBALp5/NQ3Ube6gzdFcI='],
  ['passlib pbkdf2', '$pbkdf2$10000$MDEyMzQ1Njc4OWFiY2RlZg$Lq.7Uo2YK6q611P42/ayLivsM20'],
  ['passlib pbkdf2-sha256', '$pbkdf2-sha256$10000$MDEyMzQ1Njc4OWFiY2RlZg$lbDxPcnFuyAQlcZngIp8dlfAPVPWhS2IwUaqglqoJFE'],
  [
    'passlib pbkdf2-sha512',
    '$pbkdf2-sha512$10000$MDEyMzQ1Njc4OWFiY2RlZg$QutNhBllyZ4wRAl3pb5ljrYHET2nMR1xjwk79RR9WTGTFG6EZek8DFFzcRxP5OpMcN59pBmavqlfc92xy.BUlw',
  ],
  [
    'Django scrypt',
    'scrypt$1024$saltysalt$8$5$qcbJMA1sZEOCjWLydeajU/FXWEJiPAEWBvi3qWBdDIDHXyDhryqqtv8z9KPXRqxXy4pBjsM7POBAI2WE9qadIQ==',
  ],
  ['passlib scrypt', '$scrypt$ln=10,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$HYMbZisQJgVrE/PDqaKqKUBvfRf3MgyNwwID/+BPpJU'],
  [
    'Werkzeug pbkdf2',
    'pbkdf2:sha256:10000$YRTcKoCxq0uj02TH$50acccbbfa3449953e6cda855831fdcc663ed7cfe872942aec0448cca44da58e',
  ],
  [
    'Werkzeug scrypt',
    'scrypt:1024:8:1$BSlzaWVR1rkGPLSp$f547e1ce5ed1b30bd5553879f116dcbc709793e55b3caaa0a49451d315fa8bbedcfd478ecbfade93cef80393ddc809c7e9c8a941e9d32bfffafd634d57d1d74b',
  ],
  ['WordPress before 6.8', '$P$9saltysal2Yc1fPl0jyDqYxiOv0b5n0'],
  ['phpBB', '$H$9saltysal2Yc1fPl0jyDqYxiOv0b5n0'],
  [
    'Django argon2',
    'argon2$argon2id$v=19$m=512,t=2,p=1$c2FsdHlzYWx0c2FsdHlz$rO3aF2rehKNLz4r+YlGpmlaqStnrEnA2I01eU1UtQRk',
  ],
  ['argon2i', '$argon2i$v=19$m=512,t=2,p=2$c2FsdHlzYWx0c2FsdHlz$UsZ2pE6fOaC+bxu703Eica/7oejE4xEJ5qheW+T4eSw'],
  ['argon2d', '$argon2d$v=19$m=512,t=2,p=1$c2FsdHlzYWx0c2FsdHlz$AyEOuN+MjPdCayU9DEtCfwMyBIAM4aV83mjpd7wFuOs'],
];

/** With costs that are refused in an import since 1.0.0, and were accepted before. */
export const CHEAP_HASHES: readonly (readonly [kind: string, hash: string])[] = [
  ['bcrypt 2b', '$2b$06$abcdefghijklmnopqrstuuaY4P4btPE8p1c5FlZH62SynFOplZAZW'],
  ['WordPress 6.8', '$wp$2y$06$abcdefghijklmnopqrstuu5V6KuqQXza.D/pM0vl3qxjmK0zjFXwG'],
  ['Django pbkdf2_sha1', 'pbkdf2_sha1$1000$saltysalt$eZ3zj4C9WaWNQPE/m4rolELcUzE='],
  [
    'passlib pbkdf2-sha512',
    '$pbkdf2-sha512$1000$MDEyMzQ1Njc4OWFiY2RlZg$Ej57Rv4nFyGP9ZyA3jLZ29sZXy0okG9RnfgW4m3GcjBC8es1.xgwpkPUxJ8Pm8WBgSXqOv/qghcph0RCnslXFw',
  ],
  [
    'Werkzeug pbkdf2',
    'pbkdf2:sha256:1000$YRTcKoCxq0uj02TH$a2a8958d174f896a031c089da1e8c44dec901e7f7832bbbb19f03908be2241eb',
  ],
  [
    'Django argon2',
    'argon2$argon2id$v=19$m=64,t=2,p=1$c2FsdHlzYWx0c2FsdHlz$3Ub/rdn8gS8mUydnQ/26fybZUfOI94spQMFW/nP68Es',
  ],
  ['argon2i', '$argon2i$v=19$m=128,t=2,p=2$c2FsdHlzYWx0c2FsdHlz$wPSi3FIPXaKBoRmXu833ZIhrl092pMtUNuZqHWMqrzw'],
];
