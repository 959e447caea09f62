// ZooKeeper for tests: java -cp 'JARS/*' ZooKeeper.java PORT FOLDER. Ends with the program that started it.
import org.apache.zookeeper.server.ZooKeeperServerMain;

public class ZooKeeper {
  public static void main(String[] args) throws Exception {
    Thread server = new Thread(() -> ZooKeeperServerMain.main(args));
    server.setDaemon(true);
    server.start();
    while (System.in.read() >= 0) {}
    Runtime.getRuntime().halt(0);
  }
}
