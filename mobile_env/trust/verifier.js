// Makes one app trust the replay proxy while it runs: its TLS contexts get a trust manager that knows the proxy's
// authority alone, and its checks of pinned certificates accept. Loaded by Frida; see docs/remote.md.
'use strict';

const AUTHORITY = '@AUTHORITY@';

Java.perform(() => {
  const text = Java.use('java.lang.String').$new(AUTHORITY);
  const stream = Java.use('java.io.ByteArrayInputStream').$new(text.getBytes());
  const certificate = Java.use('java.security.cert.CertificateFactory')
    .getInstance('X.509').generateCertificate(stream);
  const KeyStore = Java.use('java.security.KeyStore');
  const store = KeyStore.getInstance(KeyStore.getDefaultType());
  store.load(null, null);
  store.setCertificateEntry('replay', certificate);
  const Factory = Java.use('javax.net.ssl.TrustManagerFactory');
  const factory = Factory.getInstance(Factory.getDefaultAlgorithm());
  factory.init(store);
  const managers = factory.getTrustManagers();

  const SSLContext = Java.use('javax.net.ssl.SSLContext');
  const init = SSLContext.init.overload(
    '[Ljavax.net.ssl.KeyManager;', '[Ljavax.net.ssl.TrustManager;', 'java.security.SecureRandom');
  init.implementation = function (keys, trust, random) {
    init.call(this, keys, managers, random);
  };

  // Names of classes and of methods that check pins; an app has those of the libraries that it uses.
  const checks = [
    ['android.security.net.config.NetworkSecurityTrustManager', 'checkPins'],
    ['okhttp3.CertificatePinner', 'check'],
    ['okhttp3.CertificatePinner', 'check$okhttp'],
    ['com.android.okhttp.CertificatePinner', 'check'],
  ];
  for (const [name, method] of checks) {
    try {
      for (const overload of Java.use(name)[method].overloads) {
        overload.implementation = function () {};
      }
      console.log(`replaced ${name}.${method}`);
    } catch (error) {
      console.log(`not here: ${name}.${method}`);
    }
  }
});
